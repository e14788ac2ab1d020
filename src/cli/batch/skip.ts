/** Which results exist already. This is how an interrupted run continues, without keeping a list. */
import { stat } from 'node:fs/promises'
import type { Item } from './item.js'

/** `newer`: skip what was made after its photo was last changed. */
export type Existing = 'overwrite' | 'newer' | 'skip'

export async function isThere(item: Item, second: string | undefined, existing: Existing): Promise<boolean> {
  if (existing === 'overwrite') return false
  const [result = 0, other = 0] = await Promise.all([item.output, second ?? item.output].map(changedAt))
  if (result === 0 || other === 0) return false
  return existing === 'skip' || Math.min(result, other) > (await changedAt(item.input))
}

/** 0 if it does not exist. */
const changedAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
