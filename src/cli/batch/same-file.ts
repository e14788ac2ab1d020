/** Which names refer to the same file: through links, and where upper and lower case make no difference. */
import { type BigIntStats, statSync } from 'node:fs'
import path from 'node:path'

/** The same for all names and links of an existing file; undefined if there is none. */
export function inodeOf(file: string): string | undefined {
  try {
    return inodeIn(statSync(file, { bigint: true }))
  } catch {
    return undefined
  }
}

export const inodeIn = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/**
 * Where a file is or would be: the existing folder, and the names that follow. Their case is ignored, since some file
 * systems ignore it; on all others, a name that is taken in another case is better avoided as well.
 */
export function locationOf(file: string): string {
  const { dir, base } = path.parse(path.resolve(file))
  const folder = inodeOf(dir) ?? (base === '' ? dir : locationOf(dir))
  return `${folder}/${base.normalize().toLowerCase()}`
}
