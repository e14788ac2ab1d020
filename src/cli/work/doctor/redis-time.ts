import type { RedisPlace } from '../../../base/redis-place.js'
import { openRedisLink } from '../../../redis/link.js'

const PATIENCE_MS = 3000

/** In milliseconds; undefined when there is no answer. */
export async function timeOfRedis(place: RedisPlace): Promise<number | undefined> {
  const link = await openRedisLink(place, { away: () => {}, back: () => {} }, PATIENCE_MS)
  try {
    const time = await link.attempt((client) => client.time())
    return time && Number(time[0]) * 1000
  } finally {
    link.close()
  }
}
