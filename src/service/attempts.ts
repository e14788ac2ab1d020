/** Makes guessing slow: attempts are counted per address and per account, even for accounts that do not exist. */
import { AppError } from '../errors.js'
import type { RateLimiter, RateState } from '../ratelimit/port.js'

const WINDOW_SECONDS = 15 * 60

export interface Counter {
  readonly name: string
  readonly max: number
  readonly windowSeconds?: number
}

export interface AttemptParts {
  readonly rateLimiter: RateLimiter
}

/** Takes a unit of each counter; the function it returns gives them back, for whoever turned out to be right. */
export async function countAttempt(
  { rateLimiter }: AttemptParts,
  counters: readonly Counter[],
): Promise<() => Promise<void>> {
  const taken: { name: string; state: RateState }[] = []
  for (const { name, max, windowSeconds = WINDOW_SECONDS } of counters) {
    const state = await rateLimiter.take(name, max, windowSeconds)
    if (!state.allowed) {
      const { retryAfterSeconds } = state
      const minutes = Math.ceil(retryAfterSeconds / 60)
      const message = `Too many attempts; try again in ${minutes} minute${minutes === 1 ? '' : 's'}`
      throw new AppError('throttled', message, { reason: 'too_many_attempts', retryAfterSeconds })
    }
    taken.push({ name, state })
  }
  return async () => {
    for (const { name, state } of taken) await rateLimiter.giveBack(name, state)
  }
}
