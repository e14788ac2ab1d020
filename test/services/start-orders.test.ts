/** The parts of a fleet may start in any order, and Redis anew: whoever is early waits, and none has to be restarted. */
import { rm, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import path from 'node:path'
import { Redis } from 'ioredis'
import { FormData, fetch } from 'undici'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { randomToken } from '../../src/base/random-ids.js'
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import type { Engine } from '../../src/engine/port.js'
import type { Job } from '../../src/imaging/job.js'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { type Cable, cableTo } from '../support/cable.js'
import { cheapPasswords } from '../support/cheap-passwords.js'
import { builtServer, redisNode, redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { hasWorkers, type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { newDataDir, removeDataDir } from '../support/server.js'
import { postgresService, redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { workerNode } from '../support/worker-node.js'

const [redisUrl, postgresUrl, redisCommand] = [await redisService(), await postgresService(), redisServer()]
const JOB: Job = { kind: 'convert', maxSide: 16, format: 'png' }
const PARTS = ['Redis', 'S3', 'the server', 'the workers'] as const
type Part = (typeof PARTS)[number]
type Finish = TestContext['onTestFinished']

const ordersOf = (parts: readonly Part[]): Part[][] =>
  parts.length === 0
    ? [[]]
    : parts.flatMap((first) => ordersOf(parts.filter((part) => part !== first)).map((rest) => [first, ...rest]))

/** The same address, by way of the cable. */
const through = (cable: Cable, address: string): string => {
  const url = new URL(address)
  url.host = `127.0.0.1:${cable.port}`
  return url.href
}
const cutCableTo = async (address: string, usualPort: number, onFinished: Finish): Promise<Cable> => {
  const { hostname, port } = new URL(address)
  const cable = await cableTo(hostname, Number(port || usualPort))
  await cable.cut()
  onFinished(() => cable.cut())
  return cable
}
/** Of a Redis that is the test's own: nothing is left, scripts included. */
const flushAll = async (port: number): Promise<void> => {
  const client = new Redis(port)
  await client.flushall()
  await client.script('FLUSH')
  client.disconnect()
}
/** Whoever tried to connect before has been refused by then. */
const refused = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    dial(port, '127.0.0.1')
      .once('error', () => resolve())
      .once('connect', () => reject(new Error('somebody listens')))
  })

describe.skipIf(!redisUrl)('The parts of a fleet', async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()

  const fleet = async (onFinished: Finish) => {
    const toRedis = await cutCableTo(redisUrl!, 6379, onFinished)
    const toS3 = await cutCableTo(`http://${s3.host}:${s3.port}`, s3.port, onFinished)
    const place = await s3.newPlace()
    const nodes = queueNodes(redisUrl!, { ...place, endpoint: `http://127.0.0.1:${toS3.port}` }, folder)
    onFinished(() => nodes.close())
    return { nodes, toRedis, toS3, redisUrl: through(toRedis, redisUrl!) }
  }
  const submit = async (engine: Engine): Promise<void> => {
    const name = randomToken()
    const files = { input: path.join(folder, `in-${name}`), output: path.join(folder, `out-${name}`) }
    await writeFile(files.input, name)
    const slot = await engine.admit({ account: 'somebody', rank: 'paid', kind: 'convert' })
    await slot.run(JOB, files, new AbortController().signal).finally(slot.release)
  }

  test.concurrent.for(ordersOf(PARTS))('may start in this order: %s, %s, %s, %s', async (order, { onTestFinished }) => {
    const { nodes, toRedis, toS3, redisUrl } = await fleet(onTestFinished)
    let server: Engine | undefined
    let machine: Promise<unknown> | undefined
    const start: Record<Part, () => Promise<unknown>> = {
      Redis: () => toRedis.plugIn(),
      S3: () => toS3.plugIn(),
      'the server': async () => {
        server = await nodes.server({ redisUrl })
        await server.start()
      },
      // Taking jobs, or looking for the queue in vain.
      'the workers': () =>
        new Promise<void>((resolve) => {
          machine = nodes.machine({ redisUrl, onQueueError: () => resolve() })
          void machine.then(() => resolve())
        }),
    }
    for (const part of order) {
      await start[part]()
      if (order.indexOf(part) < order.indexOf('Redis')) await refused(toRedis.port)
    }
    await machine
    await hasWorkers(server!, 1)
    await submit(server!)
  })

  test('a server that was there before Redis hears of its replies', async ({ onTestFinished }) => {
    const { nodes, toRedis, toS3, redisUrl } = await fleet(onTestFinished)
    await toS3.plugIn()
    vi.useFakeTimers({ toFake: ['setInterval'] }) // it never asks for replies that it has not heard of
    const server = await nodes.server({ redisUrl })
    vi.useRealTimers()
    await refused(toRedis.port)
    await toRedis.plugIn()
    await nodes.machine()
    await hasWorkers(server, 1)
    await submit(server)
  })

  test.skipIf(!redisCommand)(
    'go on with a Redis that forgot everything, or was started anew without its data',
    async ({ onTestFinished }) => {
      const [port, data] = [await freePort(), temporaryFolder()]
      const redis = redisNode(redisCommand!, port, data)
      await redis.start()
      onTestFinished(() => redis.kill())
      const nodes: QueueNodes = queueNodes(`redis://127.0.0.1:${port}`, await s3.newPlace(), folder)
      onTestFinished(() => nodes.close())
      const server = await nodes.server()
      await nodes.machine()
      await hasWorkers(server, 1)
      await submit(server)
      await flushAll(port)
      await hasWorkers(server, 1)
      await submit(server)
      await redis.kill()
      await rm(path.join(data, 'appendonlydir'), { recursive: true })
      await redis.start()
      await hasWorkers(server, 1)
      await submit(server)
    },
  )
})

describe.skipIf(!redisCommand || !postgresUrl)('Servers and workers', async () => {
  const s3 = await s3Service()
  const schemas = postgresUrl ? postgresSchemas(postgresUrl) : undefined
  const dataDir = async (onFinished: Finish): Promise<string> => {
    const folder = await newDataDir()
    onFinished(() => removeDataDir(folder))
    return folder
  }

  test('that are there before PostgreSQL, Redis and S3 say so, wait, and then do their work', async ({
    onTestFinished,
  }) => {
    const database = await schemas!.urlOf('start')
    const { bucket, region } = await s3.newPlace()
    const toPostgres = await cutCableTo(database, 5432, onTestFinished)
    const toS3 = await cutCableTo(`http://${s3.host}:${s3.port}`, s3.port, onTestFinished)
    const [port, redisPort] = [await freePort(), await freePort()]
    const redis = redisNode(redisCommand!, redisPort, temporaryFolder())
    onTestFinished(() => redis.kill())
    const shared = {
      ENGINE: 'queue',
      DATABASE_URL: through(toPostgres, database),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=http://127.0.0.1:${toS3.port}&region=${region}`,
      STYLE_PREVIEWS: 'asked',
      WORKERS: '1',
      TEST_WORK_MS: '0',
    }
    const server = builtServer('server', { ...shared, DATA_DIR: await dataDir(onTestFinished), PORT: String(port) })
    const workers = workerNode('workers', { ...shared, DATA_DIR: await dataDir(onTestFinished) })
    onTestFinished(async () => void (await Promise.all([server.kill(), workers.kill()])))
    const [serverStarts, workersStart] = [server.start(), workers.start()]
    const says = (output: readonly string[], words: string): Promise<void> =>
      vi.waitFor(() => expect(output.filter((line) => line.includes(words))).toHaveLength(1), { timeout: 60_000 })
    const readyz = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
    await says(server.output, 'the server waits for its database')
    await says(workers.output, 'Redis does not answer: the queue is closed')

    await toPostgres.plugIn()
    await vi.waitFor(() => expect(server.output.join()).toContain('serving what can be served'), { timeout: 60_000 })
    expect(await readyz()).toMatchObject({ status: 'degraded', checks: { database: 'ok', storage: 'unreachable' } })
    expect(server.output.join(), 'it is not, yet').not.toContain('"msg":"ready"')
    await redis.start()
    await workersStart
    await toS3.plugIn()
    await serverStarts
    expect(await readyz()).toMatchObject({ status: 'ready' })

    const db = await openDatabase(loadConfig({ DATABASE_URL: database }))
    onTestFinished(() => db.close())
    const account = { email: 'ann@example.com', password: undefined, credits: 1, operator: false }
    const { id } = await createAccount(
      { accounts: db.accounts, clock: systemClock, passwords: cheapPasswords },
      account,
    )
    const { key } = await createApiKey(db.keys, systemClock, { accountId: id, name: 'ann', rateLimit: undefined })
    const body = new FormData()
    body.append('image_file', new Blob(['a picture']), 'photo.png')
    body.append('size', 'full')
    const headers = { 'x-api-key': key }
    const reply = await fetch(`http://127.0.0.1:${port}/v1/remove`, { method: 'POST', headers, body })
    expect([reply.status, await reply.text()]).toEqual([201, expect.any(String)])
  })

  test('workers that still look for Redis end when they are told to', async ({ onTestFinished }) => {
    const { bucket, endpoint, region } = await s3.newPlace()
    const workers = workerNode('workers', {
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=${region}`,
      DATA_DIR: await dataDir(onTestFinished),
      WORKERS: '1',
    })
    onTestFinished(() => workers.kill())
    const start = workers.start()
    start.catch(() => {}) // it never does
    await vi.waitFor(() => expect(workers.output.join()).toContain('worker ready'), { timeout: 60_000 })
    expect(workers.output.join()).toContain('Redis does not answer')
    expect(await workers.stop()).toBe(0)
    expect(workers.output.join()).not.toContain('taking jobs')
  })
})
