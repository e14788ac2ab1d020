/**
 * Images per minute: each key has its limit, and all keys of an account together have one, so that more keys do not
 * mean more work. The playground's keys come and go, so they share one counter: a new key continues where the previous
 * one stopped.
 */

import { AppError } from '../../base/errors.js'
import type { ApiKey } from '../../db/port.js'
import type { RateLimiter, RateState } from '../../ratelimit/port.js'

export type RatedKey = Pick<ApiKey, 'id' | 'accountId' | 'sessionId' | 'rateLimit'>

export interface ImageRates {
  /** Images per minute of keys without a limit of their own. */
  readonly rateLimitPerMinute: number
  /** Images per minute of all keys of an account. */
  readonly accountRateLimit: number
}

export interface ImageRateParts extends ImageRates {
  readonly rateLimiter: RateLimiter
}

/**
 * Takes a unit of both, or throws; `onRate` is told the state of the limit that is nearer, even before it throws. The
 * returned function gives the unit back.
 */
export async function takeUnit(
  parts: ImageRateParts,
  key: RatedKey,
  onRate: (rate: RateState) => void,
): Promise<() => Promise<void>> {
  const { rateLimiter, rateLimitPerMinute, accountRateLimit } = parts
  const refuse = (rate: RateState, whose: string): never => {
    onRate(rate)
    const { retryAfterSeconds } = rate
    const message = `${rate.limit} images per minute${whose}; retry in ${retryAfterSeconds} seconds`
    throw new AppError('throttled', message, { retryAfterSeconds })
  }
  const [ofKey, ofAccount] = [key.sessionId ? `playground of ${key.accountId}` : key.id, `images of ${key.accountId}`]

  const first = await rateLimiter.take(ofKey, key.rateLimit ?? rateLimitPerMinute)
  if (!first.allowed) return refuse(first, '')
  // Only the operator can give a key its own limit; one above the account's is intended.
  const second = await rateLimiter.take(ofAccount, Math.max(accountRateLimit, key.rateLimit ?? 0))
  if (!second.allowed) {
    await rateLimiter.giveBack(ofKey, first)
    return refuse(second, ' for all keys of an account together')
  }
  onRate(nearer(first, second))
  return async () =>
    onRate(nearer(await rateLimiter.giveBack(ofKey, first), await rateLimiter.giveBack(ofAccount, second)))
}

const nearer = (a: RateState, b: RateState): RateState => (b.remaining < a.remaining ? b : a)
