/**
 * The soft deadline: checked between steps, so that a job that is too slow or was cancelled ends cleanly
 * and its worker survives.
 */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export interface Deadline {
  check(): void
}

export interface DeadlineOptions {
  readonly now?: () => number
  /** Aborted when the job is cancelled. */
  readonly cancelled?: AbortSignal
}

export function createDeadline(
  budgetMs: number,
  { now = performance.now.bind(performance), cancelled }: DeadlineOptions = {},
): Deadline {
  const endsAt = now() + budgetMs
  return {
    check: () => {
      cancelled?.throwIfAborted()
      if (now() > endsAt) throw new DeadlinePassed(`The job passed its time limit of ${budgetMs} ms`)
    },
  }
}
