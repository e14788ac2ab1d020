/** Under which name a result is shown and saved. */
import type { ResultRecord } from '../../api/types.js'

/** Its owner's own name for it goes before that of the photo. Without either, it is saved under what it is. */
export function named(result: ResultRecord, photoNames: ReadonlyMap<string, string>): ResultRecord {
  const name = result.name ?? photoNames.get(result.id) ?? null
  return name === null ? result : { ...result, name, fileName: fileNameOf(name, endingOf(result)) }
}

/** `png` */
export const endingOf = ({ fileName }: ResultRecord): string => fileName.slice(fileName.lastIndexOf('.') + 1)

function fileNameOf(name: string, ending: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|]/g, '_')
  return safe.toLowerCase().endsWith(`.${ending}`) ? safe : `${safe}.${ending}`
}
