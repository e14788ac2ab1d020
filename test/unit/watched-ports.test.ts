/** What the decorators of the ports tell of calls, and that they change nothing about them. */
import { expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import type { Engine } from '../../src/engine/port.js'
import type { RedisLink } from '../../src/redis/link.js'
import { createRegistry, expose } from '../../src/signals/registry.js'
import { createStoreMetrics } from '../../src/signals/store-metrics.js'
import { watchedDatabase, watchedEngine, watchedRedis, watchedStorage } from '../../src/signals/watched-ports.js'
import type { ObjectStore } from '../../src/storage/port.js'

function metrics() {
  const registry = createRegistry('server')
  const watch = createStoreMetrics(registry)
  const value = async (series: string): Promise<number | undefined> => {
    const line = (await expose(registry)).text.split('\n').find((it) => it.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  return { watch, value }
}

test('a database: every repository answers as before, and its calls are counted under its name', async () => {
  const { watch, value } = metrics()
  const db = watchedDatabase(await openSqliteDatabase(':memory:', () => 1000), watch)
  expect(db.clock()).toBe(1000)
  expect(await db.accounts.count()).toBe(0)
  expect(await db.keys.countActive()).toBe(0)
  await db.ping()
  await db.close()
  expect(await value('silhouette_store_seconds_count{store="database",operation="accounts"}')).toBe(1)
  expect(await value('silhouette_store_seconds_count{store="database",operation="ping"}')).toBe(1)
})

test('a store: a failure is passed on and counted by its reason; a refusal of ours is none', async () => {
  const { watch, value } = metrics()
  const results = {
    ping: async () => {
      throw new StoreTrouble('full', 'no room', undefined)
    },
    size: async () => {
      throw new AppError('busy', 'later')
    },
  } as unknown as ObjectStore
  const storage = watchedStorage({ results, uploads: results, close: async () => {} }, watch)
  await expect(storage.results.ping()).rejects.toThrow('no room')
  await expect(storage.results.size('a')).rejects.toThrow('later')
  expect(await value('silhouette_store_errors_total{store="storage",operation="ping",reason="full"}')).toBe(1)
  expect(await value('silhouette_store_seconds_count{store="storage",operation="size"}')).toBe(1)
  expect(await value('silhouette_store_errors_total{store="storage",operation="size",reason="other"}')).toBeUndefined()
})

test('Redis: what it does not answer is an error, and undefined as before', async () => {
  const { watch, value } = metrics()
  const replies = ['an answer', undefined]
  const link = watchedRedis({ attempt: async () => replies.shift() } as unknown as RedisLink, 'limits', watch)
  const ask = (): Promise<unknown> => link.attempt((client) => client.ping())
  expect([await ask(), await ask()]).toEqual(['an answer', undefined])
  expect(await value('silhouette_store_seconds_count{store="redis",operation="limits"}')).toBe(2)
  expect(await value('silhouette_store_errors_total{store="redis",operation="limits",reason="other"}')).toBe(1)
})

test('an engine: jobs by kind, and by whether they were done', async () => {
  const { watch, value } = metrics()
  const slot = { run: () => Promise.reject(new AppError('invalid_image', 'damaged')), release: () => {} }
  const engine = watchedEngine({ admit: async () => slot } as unknown as Engine, watch)
  const given = await engine.admit({ account: 'ann', rank: 'free', kind: 'convert' })
  const job = { kind: 'convert', maxSide: 16, format: 'png' } as const
  const ran = given.run(job, { input: '', output: '' }, new AbortController().signal)
  await expect(ran).rejects.toThrow('damaged')
  expect(await value('silhouette_job_seconds_count{kind="convert",outcome="refused"}')).toBe(1)
})
