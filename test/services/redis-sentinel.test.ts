/** Redis as people run it: behind Sentinels that make another server the master, and as a cluster, which is refused. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRedisAnnouncements } from '../../src/announcements/redis.js'
import { randomToken } from '../../src/base/random-ids.js'
import { parseRedisAddress } from '../../src/base/redis-place.js'
import { StartError } from '../../src/base/start-error.js'
import { checkRedis } from '../../src/cli/work/doctor/stores.js'
import type { Config } from '../../src/config/config.js'
import type { Engine } from '../../src/engine/port.js'
import { createRedisRateLimiter } from '../../src/ratelimit/redis.js'
import { createUnlimitedRateLimiter } from '../../src/ratelimit/unlimited.js'
import { adviseOnEviction } from '../../src/redis/eviction.js'
import { openRedisLink } from '../../src/redis/link.js'
import { eventually } from '../support/eventually.js'
import { type Member, member, redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { hasWorkers, type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const command = redisServer()
const folder = temporaryFolder()
const SILENT = { away: () => {}, back: () => {} }

const redis = (name: string, port: number, ...options: string[]): Member => {
  const data = path.join(folder, name)
  mkdirSync(data)
  const usual = ['--bind', '127.0.0.1', '--port', String(port), '--dir', data, '--save', '']
  return member(name, command!, [...usual, ...options], {}, /Ready to accept connections/)
}
const ask = async <T>(port: number, password: string, question: (client: Redis) => Promise<T>): Promise<T> => {
  const client = new Redis(port, { password })
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}

describe.skipIf(!command)('Sentinels', async () => {
  const s3 = await s3Service()
  const members: Member[] = []
  let master: Member
  let address: string
  let nodes: QueueNodes

  beforeAll(async () => {
    const [first, second, sentinel] = [await freePort(), await freePort(), await freePort()]
    const password = ['--requirepass', 'word', '--masterauth', 'word', '--repl-diskless-sync-delay', '0']
    master = redis('first', first, ...password)
    const replica = redis('second', second, ...password, '--replicaof', '127.0.0.1', String(first))
    const settings = path.join(folder, 'sentinel.conf')
    const lines = [
      `port ${sentinel}`,
      'bind 127.0.0.1',
      'requirepass other',
      `sentinel monitor main 127.0.0.1 ${first} 1`,
      'sentinel auth-pass main word',
      'sentinel down-after-milliseconds main 500',
    ]
    writeFileSync(settings, lines.join('\n'))
    const watcher = member('sentinel', command!, [settings, '--sentinel'], {}, /\+monitor master/)
    for (const each of [master, replica]) await each.start()
    members.push(master, replica, watcher)
    await eventually(() =>
      ask(second, 'word', async (client) => expect(await client.info()).toContain('link_status:up')),
    )
    await watcher.start()
    await eventually(() =>
      ask(sentinel, 'other', async (client) =>
        expect(await client.call('SENTINEL', 'REPLICAS', 'main')).toHaveLength(1),
      ),
    )
    // The first one is away, as one of several may be.
    const away = await freePort()
    address = `redis://:word@127.0.0.1:${away}/1?master=main&sentinels=127.0.0.1:${sentinel}&sentinel_password=other`
    nodes = queueNodes(`redis://:word@127.0.0.1:${second}/1`, await s3.newPlace(), folder)
  })
  afterAll(async () => {
    await nodes.close()
    await Promise.all(members.map((each) => each.kill()))
  })
  const submit = async (engine: Engine): Promise<void> => {
    const name = randomToken()
    const files = { input: path.join(folder, `in-${name}`), output: path.join(folder, `out-${name}`) }
    await writeFile(files.input, name)
    const slot = await engine.admit({ account: 'somebody', rank: 'paid', kind: 'convert' })
    const job = { kind: 'convert', maxSide: 16, format: 'png' } as const
    await slot.run(job, files, new AbortController().signal).finally(slot.release)
  }

  test('are not taken for a Redis', async () => {
    const { sentinel } = parseRedisAddress(address)
    const url = `redis://:other@127.0.0.1:${sentinel!.nodes[1]!.port}`
    await expect(openRedisLink({ url }, SILENT, 10_000)).rejects.toThrow(/leads to a Sentinel .*master=NAME/)
  })

  test('lead to the master, and to the next one when it has died: limits, news and jobs go on there', async () => {
    const link = await openRedisLink(parseRedisAddress(address), SILENT, 10_000)
    let uncounted = 0
    const whenAway = createUnlimitedRateLimiter(Date.now)
    const limiter = createRedisRateLimiter({ redis: link, whenAway, onUncounted: () => void uncounted++ })
    const [near, far] = [createRedisAnnouncements(link), createRedisAnnouncements(link)]
    const heard: string[] = []
    far.listen((word) => heard.push(word))
    const server = await nodes.server({ redisUrl: address })
    await nodes.machine({ redisUrl: address })
    const allIsWell = async (round: string): Promise<void> => {
      await eventually(async () => {
        const before = uncounted
        await limiter.take(`${round} ${randomToken()}`, 1)
        expect(uncounted, 'calls that were not counted').toBe(before)
      })
      expect((await limiter.take(round, 1)).allowed).toBe(true)
      expect((await limiter.take(round, 1)).allowed).toBe(false)
      await eventually(() => {
        near.announce(round)
        expect(heard).toContain(round)
      })
      await hasWorkers(server, 1)
      await submit(server)
    }
    await allIsWell('the first master')
    await master.kill()
    await allIsWell('the second master')
    link.close()
  })
})

const REFUSED = /leads to a Redis Cluster.*one server.*single Redis, or Sentinels/
const clusterNode = async (name: string) => {
  const [port, bus] = [await freePort(), await freePort()]
  return { port, node: redis(name, port, '--cluster-enabled', 'yes', '--cluster-port', String(bus)) }
}

test.skipIf(!command)('a cluster is refused at the start, with what to do instead', async ({ onTestFinished }) => {
  const { port, node } = await clusterNode('node')
  await node.start()
  onTestFinished(() => node.kill())
  const refusal: unknown = await openRedisLink({ url: `redis://127.0.0.1:${port}` }, SILENT, 10_000).catch(
    (error) => error,
  )
  expect(refusal).toBeInstanceOf(StartError)
  expect(String(refusal)).toMatch(REFUSED)
})

test.skipIf(!command)(
  'a cluster that comes after the start is not used, and refused in the same words, once',
  async ({ onTestFinished }) => {
    const { port, node } = await clusterNode('late node')
    const news: string[] = []
    const outage = { away: (reason: string) => news.push(reason), back: () => news.push('back') }
    const link = await openRedisLink({ url: `redis://127.0.0.1:${port}` }, outage, 10_000)
    onTestFinished(() => link.close())
    expect(news).toEqual([expect.not.stringMatching(REFUSED)])
    await node.start()
    onTestFinished(() => node.kill())
    await eventually(() => expect(news.slice(1)).toEqual([expect.stringMatching(REFUSED)]))
    expect(await link.attempt((client) => client.ping())).toBeUndefined()
    expect(link.trouble()).toBe('unreachable')
    expect(news).toHaveLength(2)
  },
)

test.skipIf(!command)(
  'a Redis that may drop jobs is told of, whenever it comes; one that may not is not',
  async ({ onTestFinished }) => {
    const port = await freePort()
    const link = await openRedisLink({ url: `redis://127.0.0.1:${port}` }, SILENT, 10_000)
    onTestFinished(() => link.close())
    const told: string[] = []
    adviseOnEviction(link.client, (advice) => told.push(advice))
    const node = redis('forgetful', port, '--maxmemory-policy', 'allkeys-lru')
    await node.start()
    onTestFinished(() => node.kill())
    await eventually(() => expect(told).toEqual([expect.stringMatching(/drops jobs.*'allkeys-lru'.*noeviction/)]))
    const doctor = (kind: 'queue' | 'embedded') =>
      checkRedis({ redis: { url: `redis://127.0.0.1:${port}` }, engine: { kind } as Config['engine'] })
    expect(await doctor('queue')).toMatchObject([{ state: 'ok' }, { state: 'problem', found: told[0] }])
    expect(await doctor('embedded'), 'counters may be dropped').toMatchObject([{ state: 'ok' }])
    await link.client.config('SET', 'maxmemory-policy', 'noeviction')
    expect(await doctor('queue')).toMatchObject([{ state: 'ok' }])
  },
)
