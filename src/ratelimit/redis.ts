/**
 * The rate limiter that servers share: each call is one script, which Redis runs atomically and by its own clock. While
 * Redis is away another limiter answers, so no request is refused because of that.
 */
import type { Redis } from 'ioredis'
import type { Clock } from '../base/clock.js'
import type { RedisLink } from '../redis/link.js'
import { type RateLimiter, type RateState, WINDOW_SECONDS } from './port.js'

export interface RedisRateLimiterParts {
  readonly redis: Pick<RedisLink, 'client' | 'attempt'>
  /** Answers while Redis is away. */
  readonly whenAway: RateLimiter
  /** Told each time Redis could not be asked. */
  readonly onUncounted?: () => void
  readonly keyPrefix?: string
  /** Instead of Redis's own, for tests. */
  readonly clock?: Clock
}

/** Arguments: the time in seconds, or nothing for Redis's own. A key expires with its window, seen from that time. */
const NOW = `local now = tonumber(ARGV[1]) or tonumber(redis.call('TIME')[1])
local window = redis.call('HMGET', KEYS[1], 'reset', 'used')
local reset, used = tonumber(window[1]), tonumber(window[2])
`
/**
 * Then the limit, and the seconds of a window. The clock may have been set back: no caller waits longer than a window.
 */
const TAKE = `${NOW}
local limit, length = tonumber(ARGV[2]), tonumber(ARGV[3])
if not reset or now >= reset then
  reset, used = now + length, 0
end
reset = math.min(reset, now + length)
local allowed = 0
if used < limit then
  allowed, used = 1, used + 1
end
redis.call('HSET', KEYS[1], 'reset', reset, 'used', used)
redis.call('EXPIRE', KEYS[1], reset - now)
return {allowed, used, reset, now}`
/** Then the end of the window that the unit was taken from. */
const GIVE_BACK = `${NOW}
if reset ~= tonumber(ARGV[2]) then
  return false
end
used = math.max(0, used - 1)
redis.call('HSET', KEYS[1], 'used', used)
return {1, used, reset, now}`

type Reply = [allowed: number, used: number, resetSeconds: number, nowSeconds: number]

/** As ioredis defines them: by their hash, sent in full only where Redis does not know them yet. */
interface Scripts {
  silhouetteTake(key: string, now: string, limit: number, windowSeconds: number): Promise<Reply>
  silhouetteGiveBack(key: string, now: string, resetSeconds: number): Promise<Reply | null>
}

export function createRedisRateLimiter(parts: RedisRateLimiterParts): RateLimiter {
  const { redis, whenAway, onUncounted, keyPrefix = 'silhouette:', clock } = parts
  redis.client.defineCommand('silhouetteTake', { numberOfKeys: 1, lua: TAKE })
  redis.client.defineCommand('silhouetteGiveBack', { numberOfKeys: 1, lua: GIVE_BACK })
  const run = <T>(script: (scripts: Scripts) => Promise<T>): Promise<T | undefined> =>
    redis.attempt((client) => script(client as Redis & Scripts))

  const keyOf = (keyId: string): string => `${keyPrefix}rate:${keyId}`
  const now = (): string => (clock ? String(Math.floor(clock() / 1000)) : '')
  /** A unit from the other limiter goes back there. */
  const uncounted = new WeakSet<RateState>()

  return {
    take: async (keyId, limit, windowSeconds = WINDOW_SECONDS) => {
      const reply = await run((scripts) => scripts.silhouetteTake(keyOf(keyId), now(), limit, windowSeconds))
      if (reply) return stateOf(reply, limit)
      onUncounted?.()
      const state = await whenAway.take(keyId, limit, windowSeconds)
      uncounted.add(state)
      return state
    },
    giveBack: async (keyId, taken) => {
      if (uncounted.has(taken)) return whenAway.giveBack(keyId, taken)
      if (!taken.allowed) return taken
      const reply = await run((scripts) => scripts.silhouetteGiveBack(keyOf(keyId), now(), taken.resetSeconds))
      return reply ? stateOf(reply, taken.limit) : taken
    },
  }
}

function stateOf([allowed, used, resetSeconds, nowSeconds]: Reply, limit: number): RateState {
  return {
    allowed: allowed === 1,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds,
    retryAfterSeconds: Math.max(1, resetSeconds - nowSeconds),
  }
}
