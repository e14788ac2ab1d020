/**
 * Images per minute: each key has its limit, and all keys of an account together have one, so that more keys do not
 * mean more work. An account's own limit replaces the server's for both. The playground's keys come and go, so they share one counter: a new key continues where the previous
 * one stopped.
 */

import { AppError } from '../../base/errors.js'
import type { Account, ApiKey } from '../../db/port.js'
import type { RateLimiter, RateState } from '../../ratelimit/port.js'

type Limited = Pick<ApiKey | Account, 'rateLimit'>

export type RatedKey = Pick<ApiKey, 'id' | 'accountId' | 'sessionId' | 'rateLimit'> & { readonly account: Limited }

export interface ImageRates {
  /** Images per minute of keys without a limit of their own, or of their account. */
  readonly rateLimitPerMinute: number
  /** Images per minute of all keys of an account without a limit of its own. */
  readonly accountRateLimit: number
}

export interface ImageRateParts extends ImageRates {
  readonly rateLimiter: RateLimiter
}

export const rateOfKey = (key: Limited, account: Limited, { rateLimitPerMinute }: ImageRates): number =>
  key.rateLimit ?? account.rateLimit ?? rateLimitPerMinute

/** Only the operator can give a key its own limit; one above the account's is intended. */
export const rateOfAccount = (key: Limited, account: Limited, { accountRateLimit }: ImageRates): number =>
  Math.max(account.rateLimit ?? accountRateLimit, key.rateLimit ?? 0)

/**
 * Takes a unit of both, or throws; `onRate` is told the state of the limit that is nearer, even before it throws. The
 * returned function gives the unit back.
 */
export async function takeUnit(
  parts: ImageRateParts,
  key: RatedKey,
  onRate: (rate: RateState) => void,
): Promise<() => Promise<void>> {
  const { rateLimiter } = parts
  const refuse = (rate: RateState, whose: string): never => {
    onRate(rate)
    const { retryAfterSeconds } = rate
    const message = `${rate.limit} images per minute${whose}; retry in ${retryAfterSeconds} seconds`
    throw new AppError('throttled', message, { retryAfterSeconds })
  }
  const [ofKey, ofAccount] = [key.sessionId ? `playground of ${key.accountId}` : key.id, `images of ${key.accountId}`]

  const first = await rateLimiter.take(ofKey, rateOfKey(key, key.account, parts))
  if (!first.allowed) return refuse(first, '')
  const second = await rateLimiter.take(ofAccount, rateOfAccount(key, key.account, parts))
  if (!second.allowed) {
    await rateLimiter.giveBack(ofKey, first)
    return refuse(second, ' for all keys of an account together')
  }
  onRate(nearer(first, second))
  return async () =>
    onRate(nearer(await rateLimiter.giveBack(ofKey, first), await rateLimiter.giveBack(ofAccount, second)))
}

const nearer = (a: RateState, b: RateState): RateState => (b.remaining < a.remaining ? b : a)
