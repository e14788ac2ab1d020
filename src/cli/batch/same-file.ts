/** Which names mean the same file: through links, and where upper and lower case make no difference. */
import { type BigIntStats, statSync } from 'node:fs'
import path from 'node:path'

/** The same for all names and links of a file that is there; undefined where none can be seen. */
export function inodeOf(file: string): string | undefined {
  try {
    return inodeIn(statSync(file, { bigint: true }))
  } catch {
    return undefined
  }
}

export const inodeIn = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/**
 * Where a file is or would be: the folder that is there, and the names that follow. Their case is ignored, since some
 * file systems do not tell it apart; a name that is already taken in another case is better avoided on all others, too.
 */
export function locationOf(file: string): string {
  const { dir, base } = path.parse(path.resolve(file))
  const folder = inodeOf(dir) ?? (base === '' ? dir : locationOf(dir))
  return `${folder}/${base.normalize().toLowerCase()}`
}
