/** The name under which a result is shown and saved. */
import type { ListedResult } from '../../api/types.js'

/** The owner's name for it takes precedence over the photo's. Without either, it is named after its operation. */
export function named(result: ListedResult, photoNames: ReadonlyMap<string, string>): ListedResult {
  const name = result.name ?? photoNames.get(result.id) ?? null
  return name === null ? result : { ...result, name, fileName: fileNameOf(name, endingOf(result)) }
}

/** `png` */
export const endingOf = ({ fileName }: ListedResult): string => fileName.slice(fileName.lastIndexOf('.') + 1)

function fileNameOf(name: string, ending: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|]/g, '_')
  return safe.toLowerCase().endsWith(`.${ending}`) ? safe : `${safe}.${ending}`
}
