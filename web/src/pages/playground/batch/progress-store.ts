/** The progress of the photos under way. It is not kept: after a reload they are sent again. */
import type { Standing } from '../../../api/types.js'
import type { Operation } from '../../../code-samples.js'
import { createStore } from '../../../state/store.js'
import { medianOf } from '../median.js'
import { typicalMs } from '../typical-time.js'
import { type Progress, withSent, withStanding } from './progress.js'

/** Where nobody has measured anything yet. */
const FIRST_GUESS_MS = 5000
const PHOTOS_REMEMBERED = 7

export const progress = createStore<ReadonlyMap<string, Progress>>(new Map())

let tookMs: Partial<Record<Operation, readonly number[]>> = {}

export const noteSent = (id: string, share: number): void =>
  progress.set(new Map(progress.get()).set(id, withSent(progress.get().get(id), share, Date.now())))

export function noteStanding(standing: Standing, operation: Operation): void {
  const expectedMs =
    medianOf(tookMs[operation] ?? []) ?? standing.next?.workMs ?? typicalMs(operation) ?? FIRST_GUESS_MS
  progress.set(withStanding(progress.get(), standing, Date.now(), expectedMs))
}

/** Its result is here. */
export function noteDone(id: string, operation: Operation): void {
  const { work } = progress.get().get(id) ?? {}
  if (!work) return
  const took = [...(tookMs[operation] ?? []), Date.now() - work.since].slice(-PHOTOS_REMEMBERED)
  tookMs = { ...tookMs, [operation]: took }
}

export function forgetProgress(id: string): void {
  const rest = new Map(progress.get())
  if (rest.delete(id)) progress.set(rest)
}
