/** Which results exist already. This is how an interrupted run continues, without keeping a list. */
import { stat } from 'node:fs/promises'
import type { Item } from './item.js'

/** `newer`: skip what was made after its photo was last changed. */
export type Existing = 'overwrite' | 'newer' | 'skip'

/** All files of a photo. */
export async function areThere({ input, files }: Item, existing: Existing): Promise<boolean> {
  if (existing === 'overwrite') return false
  const oldest = Math.min(...(await Promise.all(files.map(changedAt))))
  if (oldest === 0) return false
  return existing === 'skip' || oldest > (await changedAt(input))
}

/** 0 if it does not exist. */
const changedAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
