/**
 * The progress of a photo: measured while it is sent, then its place in the queue, then estimated from the time that
 * earlier photos took. It never goes back.
 */
import type { AccountQueueState } from '../../../api/types.js'

export interface Progress {
  /** 0..1 of the photo. */
  readonly sent: number
  /** When the server received all of it. */
  readonly sentAt?: number | undefined
  /** Its place in the queue, as far as it is known. */
  readonly queue?: { readonly ahead?: number; readonly leftMs?: number } | undefined
  readonly work?: { readonly since: number; readonly expectedMs: number } | undefined
}

/** Sending counts as this share of the whole. */
const SENT_SHARE = 0.15
/** The share of the work that is shown as done when the expected time has passed. */
const EXPECTED_SHARE = 0.85

export function shareOf({ sent, work }: Progress, now: number): number {
  if (!work) return SENT_SHARE * sent
  const times = Math.max(0, now - work.since) / Math.max(1, work.expectedMs)
  const done = times < 1 ? EXPECTED_SHARE * times : 1 - (1 - EXPECTED_SHARE) / times
  return SENT_SHARE + (1 - SENT_SHARE) * done
}

/** A photo that is sent again, after a refusal or a lost connection, keeps its progress. */
export const withSent = (before: Progress | undefined, share: number, now: number): Progress => ({
  ...before,
  sent: Math.max(before?.sent ?? 0, share),
  sentAt: share < 1 ? undefined : (before?.sentAt ?? now),
})

type ById = ReadonlyMap<string, Progress>

/** The server says how many run, not which: the first ones, because it takes an account's jobs in order. */
export function withQueueState(
  known: ById,
  { running, next }: AccountQueueState,
  now: number,
  expectedMs: number,
): ById {
  if (running === 0 && !next) return known // they have just finished, or not started yet
  const sent = [...known]
    .filter(([, { sentAt }]) => sentAt !== undefined)
    .toSorted(([, a], [, b]) => a.sentAt! - b.sentAt!)
  const firstInQueue = sent.findIndex(([, { work }], at) => !work && at >= running)
  const placed = sent.map(([id, progress], at): [string, Progress] => {
    const { work, queue, sentAt } = progress
    if (work) return [id, progress]
    // A photo that was never seen in the queue has been processed from the start.
    if (at < running) return [id, { ...progress, queue: undefined, work: { since: queue ? now : sentAt!, expectedMs } }]
    const place = at === firstInQueue && next ? { ahead: next.ahead, leftMs: next.waitMs + next.workMs } : {}
    return [id, { ...progress, queue: place }]
  })
  return new Map([...known, ...placed])
}
