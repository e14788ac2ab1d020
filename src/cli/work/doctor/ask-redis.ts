import type { Redis } from 'ioredis'
import type { RedisPlace } from '../../../base/redis-place.js'
import { openRedisLink } from '../../../redis/link.js'

const PATIENCE_MS = 3000

/** Undefined when there is no answer. */
export async function askRedis<T>(place: RedisPlace, question: (client: Redis) => Promise<T>): Promise<T | undefined> {
  const link = await openRedisLink(place, { away: () => {}, back: () => {} }, PATIENCE_MS)
  try {
    return await link.attempt(question)
  } finally {
    link.close()
  }
}

/** In milliseconds. */
export async function timeOfRedis(place: RedisPlace): Promise<number | undefined> {
  const time = await askRedis(place, (client) => client.time())
  return time && Number(time[0]) * 1000
}
