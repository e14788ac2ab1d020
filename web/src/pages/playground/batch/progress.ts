/**
 * How far a photo under way is: measured while it is sent, then a place in the queue, then estimated from what others
 * took. It only ever grows.
 */
import type { Standing } from '../../../api/types.js'

export interface Progress {
  /** 0..1 of the photo. */
  readonly sent: number
  /** Since when the server has it. */
  readonly sentAt?: number | undefined
  /** Where it stands, as far as is known. */
  readonly queue?: { readonly ahead?: number; readonly leftMs?: number } | undefined
  readonly work?: { readonly since: number; readonly expectedMs: number } | undefined
}

/** Of the way, while nobody knows how long the rest takes. */
const SENT_SHARE = 0.15
/** Of the work, when the expected time is over. */
const EXPECTED_SHARE = 0.85

export function shareOf({ sent, work }: Progress, now: number): number {
  if (!work) return SENT_SHARE * sent
  const times = Math.max(0, now - work.since) / Math.max(1, work.expectedMs)
  const done = times < 1 ? EXPECTED_SHARE * times : 1 - (1 - EXPECTED_SHARE) / times
  return SENT_SHARE + (1 - SENT_SHARE) * done
}

/** A photo that has to be sent again, after a refusal or a lost connection, does not go back. */
export const withSent = (before: Progress | undefined, share: number, now: number): Progress => ({
  ...before,
  sent: Math.max(before?.sent ?? 0, share),
  sentAt: share < 1 ? undefined : (before?.sentAt ?? now),
})

type ById = ReadonlyMap<string, Progress>

/** The server tells how many run, not which: those that came first, as it takes an account's jobs in turn. */
export function withStanding(known: ById, { running, next }: Standing, now: number, expectedMs: number): ById {
  if (running === 0 && !next) return known // they have just ended, or not yet begun
  const sent = [...known]
    .filter(([, { sentAt }]) => sentAt !== undefined)
    .toSorted(([, a], [, b]) => a.sentAt! - b.sentAt!)
  const firstInQueue = sent.findIndex(([, { work }], at) => !work && at >= running)
  const placed = sent.map(([id, progress], at): [string, Progress] => {
    const { work, queue, sentAt } = progress
    if (work) return [id, progress]
    // Whoever was never seen in the queue has been at work from the beginning.
    if (at < running) return [id, { ...progress, queue: undefined, work: { since: queue ? now : sentAt!, expectedMs } }]
    const place = at === firstInQueue && next ? { ahead: next.ahead, leftMs: next.waitMs + next.workMs } : {}
    return [id, { ...progress, queue: place }]
  })
  return new Map([...known, ...placed])
}
