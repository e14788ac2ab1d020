/**
 * Lets only a few do something costly at once; the others wait their turn, and those that would wait too long are
 * refused.
 */
import pLimit from 'p-limit'
import { AppError } from './errors.js'

export interface TurnstileOptions {
  readonly atOnce: number
  readonly maxWaiting: number
}

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function createTurnstile({ atOnce, maxWaiting }: TurnstileOptions): Turnstile {
  const limit = pLimit(atOnce)
  return async (work) => {
    // The sum, because new work counts as pending for a moment even when nothing else runs.
    if (limit.activeCount + limit.pendingCount >= atOnce + maxWaiting) {
      throw new AppError('busy', 'Too many requests at once', { retryAfterSeconds: 5 })
    }
    return limit(work)
  }
}
