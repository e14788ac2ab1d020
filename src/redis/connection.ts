/** How the client reaches a Redis: by itself or through Sentinels, with TLS or without; and which kind it cannot use. */
import type { Redis, RedisOptions } from 'ioredis'
import type { RedisPlace } from '../base/redis-place.js'
import { trusting } from '../base/trusted-certificates.js'

export const CONNECT_MS = 2000
const retryStrategy = (times: number): number => Math.min(times * 100, 1000)

/** Besides what the address itself says. */
export function connectionTo({ url, sentinel, ca }: RedisPlace): RedisOptions {
  const tls = url.startsWith('rediss:') && (ca ? { secureContext: trusting(ca) } : {})
  return {
    connectTimeout: CONNECT_MS,
    keepAlive: 10_000,
    retryStrategy,
    ...(tls && { tls }),
    ...(sentinel && {
      name: sentinel.master,
      sentinels: [...sentinel.nodes],
      sentinelRetryStrategy: retryStrategy,
      sentinelCommandTimeout: CONNECT_MS,
      ...(sentinel.password && { sentinelPassword: sentinel.password }),
      ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    }),
  }
}

/** By what a server says it is. */
const REFUSED: Readonly<Record<string, string>> = {
  cluster:
    'REDIS_URL leads to a Redis Cluster, which Silhouette does not use: what it keeps in Redis is small and has to be ' +
    'on one server. Name a single Redis, or Sentinels where another server has to take over; see docs/fleet.md',
  sentinel:
    'REDIS_URL leads to a Sentinel and not to a Redis: add what it calls the master, as in ' +
    'redis://:password@host:26379?master=NAME; see docs/fleet.md',
}

/** Why this server cannot be used; undefined for one that can, or does not say what it is. */
export async function refusalOf(client: Redis): Promise<string | undefined> {
  const info = await client.info('server').catch(() => '')
  return REFUSED[/^redis_mode:(\w+)/m.exec(info)?.[1] ?? '']
}
