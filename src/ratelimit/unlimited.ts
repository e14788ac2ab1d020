/** Refuses and counts nothing: for images while the counters are out of reach. */
import type { Clock } from '../base/clock.js'
import { type RateLimiter, WINDOW_SECONDS } from './port.js'

export function createUnlimitedRateLimiter(clock: Clock): RateLimiter {
  return {
    take: async (_keyId, limit, windowSeconds = WINDOW_SECONDS) => ({
      allowed: true,
      limit,
      remaining: limit,
      resetSeconds: Math.floor(clock() / 1000) + windowSeconds,
      retryAfterSeconds: windowSeconds,
    }),
    giveBack: async (_keyId, taken) => taken,
  }
}
