/** The progress of the photos in the works. It is not kept: after a reload they are sent again. */
import type { AccountQueueState } from '../../../api/types.js'
import type { Operation } from '../../../code-samples.js'
import { createStore } from '../../../state/store.js'
import { medianOf } from '../run/median.js'
import { typicalMs } from '../run/typical-time.js'
import { type Progress, withQueueState, withSent } from './progress.js'

/** Until the first measurement. */
const FIRST_GUESS_MS = 5000
const PHOTOS_REMEMBERED = 7

export const progress = createStore<ReadonlyMap<string, Progress>>(new Map())

let tookMs: Partial<Record<Operation, readonly number[]>> = {}

export const noteSent = (id: string, share: number): void =>
  progress.set(new Map(progress.get()).set(id, withSent(progress.get().get(id), share, Date.now())))

export function noteQueueState(queueState: AccountQueueState, operation: Operation): void {
  const expectedMs =
    medianOf(tookMs[operation] ?? []) ?? queueState.next?.workMs ?? typicalMs(operation) ?? FIRST_GUESS_MS
  progress.set(withQueueState(progress.get(), queueState, Date.now(), expectedMs))
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
