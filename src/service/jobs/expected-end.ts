/** When a job is expected to end: at its own pace; before it has one, at that of the account's last job of its kind. */
import type { BatchJob } from '../../db/port.js'

/** What comes before the first image of a job has ended. */
export interface Standing {
  /** Images of the account's earlier jobs that come first. */
  readonly ahead: number
  /** Of the account's last job of this operation, per image; undefined before there is one. */
  readonly usualPaceMs?: number | undefined
}

/** Undefined once it has ended, and while there is nothing to go by. */
export function expectedEnd(job: BatchJob, now: number, standing?: Standing): number | undefined {
  const { counts, startedAt, finishedAt } = job
  if (finishedAt !== null) return undefined
  const open = counts.waiting + counts.running
  const ended = endedIn(job)
  if (startedAt !== null && ended > 0) return Math.round(now + ((now - startedAt) / ended) * open)
  if (standing?.usualPaceMs === undefined) return undefined
  return Math.round(now + standing.usualPaceMs * (standing.ahead + open))
}

export const endedIn = ({ counts }: BatchJob): number => counts.finished + counts.failed
