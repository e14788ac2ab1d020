/**
 * A fleet: two servers, two machines of workers, Redis, PostgreSQL and S3, each killed and started again while requests
 * come in. Whatever dies, every request has one end, the books agree, and nothing is left behind.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/clock.js'
import { loadConfig } from '../../src/config.js'
import { openDatabase } from '../../src/db/open.js'
import type { Database } from '../../src/db/port.js'
import { createAccount } from '../../src/service/accounts.js'
import { createApiKey } from '../../src/service/api-keys.js'
import { PNG } from '../http/fake-engine.js'
import { apiNode, freePort, type Member, redisNode, redisServer, workerNode } from '../support/fleet.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { s3Service } from '../support/s3-service.js'
import { newDataDir, removeDataDir } from '../support/server.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const postgres = await postgresService()
const redisCommand = redisServer()
const STORM_MS = 60_000
const REQUESTS = 300
const AT_ONCE = 10
const CREDITS = 1000
const TTL_SECONDS = 20

interface Customer {
  readonly id: string
  readonly key: string
}
type End = { readonly status: number; readonly charged: number } | 'connection lost' | 'client left'

describe.skipIf(!postgres || !redisCommand)('A fleet', () => {
  const schemas = postgresSchemas(postgres ?? 'postgres://nowhere')
  const folder = temporaryFolder()
  const folders: string[] = []
  const members: Member[] = []
  let db: Database
  let customers: Customer[]
  let objectsLeft: () => Promise<string[]>
  let addresses: string[]

  beforeAll(async () => {
    const [redisPort, ...ports] = [await freePort(), await freePort(), await freePort()]
    const s3 = await s3Service()
    const { bucket, endpoint, region } = await s3.newPlace()
    objectsLeft = () => s3.objectsIn(bucket)
    const shared = {
      ENGINE: 'queue',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=${region}`,
      DATABASE_URL: await schemas.urlOf('fleet'),
      RATE_LIMIT_PER_MINUTE: '100000',
      RESULT_TTL_SECONDS: String(TTL_SECONDS),
      MAX_WAIT_SECONDS: '15',
      JOB_TIMEOUT_MS: '2000',
      STYLE_PREVIEWS: 'asked',
      WORKERS: '2',
      SHUTDOWN_SECONDS: '10',
    }
    const redis = redisNode(redisCommand!, redisPort!, folder)
    await redis.start()
    const nodes = await Promise.all(
      ['server 1', 'server 2', 'workers 1', 'workers 2'].map(async (name, index) => {
        const dataDir = await newDataDir()
        folders.push(dataDir)
        const env = { ...shared, DATA_DIR: dataDir }
        return index < 2 ? apiNode(name, { ...env, PORT: String(ports[index]) }) : workerNode(name, env)
      }),
    )
    members.push(redis, ...nodes)
    await Promise.all(nodes.map((node) => node.start()))
    addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    db = await openDatabase(loadConfig({ DATABASE_URL: shared.DATABASE_URL }))
    customers = await Promise.all(
      ['ann', 'bob', 'cem'].map(async (name) => {
        const { id } = await createAccount(db.accounts, systemClock, {
          email: `${name}@example.com`,
          password: undefined,
          credits: CREDITS,
          operator: false,
        })
        const { key } = await createApiKey(db.keys, systemClock, { accountId: id, name, rateLimit: undefined })
        return { id, key }
      }),
    )
    for (const address of addresses) {
      await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), { timeout: 20_000 })
    }
  })
  afterAll(async () => {
    await db?.close()
    await Promise.all(members.map((member) => member.kill()))
    await Promise.all(folders.map(removeDataDir))
  })

  let turn = 0
  /** A client that sometimes leaves before its answer, and looks at its picture when it has one. */
  async function request(customer: Customer): Promise<End> {
    const address = addresses[turn++ % addresses.length]!
    const body = new FormData()
    body.append('image_file', new Blob([PNG]), 'photo.png')
    const price = randomInt(3) === 0 ? 0 : 1
    body.append('size', price === 0 ? 'preview' : 'full')
    const client = new AbortController()
    const leaving = randomInt(12) === 0 ? setTimeout(() => client.abort(), randomInt(400)) : undefined
    try {
      const headers = { 'x-api-key': customer.key }
      const reply = await fetch(`${address}/v1/remove`, { method: 'POST', headers, body, signal: client.signal })
      const text = await reply.text()
      if (reply.status !== 201) {
        if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
        return { status: reply.status, charged: 0 }
      }
      const { url } = JSON.parse(text) as { url: string }
      await expectPicture(url)
      return { status: 201, charged: price }
    } catch (error) {
      if (client.signal.aborted) return 'client left'
      if (error instanceof TypeError) return 'connection lost'
      throw error
    } finally {
      clearTimeout(leaving)
    }
  }
  /** On whichever server is there. */
  async function expectPicture(url: string): Promise<void> {
    const { pathname } = new URL(url)
    for (let tried = 0; tried < 40; tried++) {
      const reply = await fetch(`${addresses[tried % 2]}${pathname}`).catch(() => undefined)
      if (reply?.status === 200) return expect(Buffer.from(await reply.arrayBuffer())).toEqual(PNG)
      expect(reply?.status ?? 503, 'a result that was answered is there').toBe(503)
      await sleep(500)
    }
    expect.unreachable('the result was never to be had')
  }

  async function storm(until: number): Promise<string[]> {
    const killed: string[] = []
    const [redis, server, , ...workers] = members as [Member, Member, Member, Member, Member]
    const victims = [...workers, server, ...workers, redis]
    for (let i = 0; performance.now() < until; i++) {
      const victim = victims[i % victims.length]!
      await victim.kill()
      killed.push(victim.name)
      await sleep(randomInt(300, 2000))
      await victim.start()
      await sleep(randomInt(500, 3000))
    }
    return killed
  }

  test('whoever dies: each request ends once, the books agree, results are there, and nothing stays behind', async () => {
    const until = performance.now() + STORM_MS
    const ends = customers.map((): End[] => [])
    let sent = 0
    const clients = Array.from({ length: AT_ONCE }, async (_, i) => {
      while (sent++ < REQUESTS || performance.now() < until) {
        ends[i % customers.length]!.push(await request(customers[i % customers.length]!))
        await sleep(randomInt(200))
      }
    })
    const killed = await storm(until)
    await Promise.all(clients)
    const all = ends.flat()
    const count = (wanted: (end: End) => boolean): number => all.filter(wanted).length
    const tally = {
      requests: all.length,
      ok: count((end) => typeof end === 'object' && end.status === 201),
      refused: count((end) => typeof end === 'object' && end.status === 503),
      lost: count((end) => end === 'connection lost'),
      left: count((end) => end === 'client left'),
      killed: killed.length,
    }
    console.log('fleet:', JSON.stringify(tally))
    const others = all.filter((end) => typeof end === 'object' && end.status !== 201 && end.status !== 503)
    expect(others).toEqual([])
    expect(tally.ok).toBeGreaterThan(tally.requests / 4)

    // Leases of 60 s and a sweep every 30 s: then whatever died with its server is put away.
    await vi.waitFor(
      async () => {
        expect(await schemas.query('fleet', 'select * from holds')).toEqual([])
        expect(await objectsLeft()).toEqual([])
      },
      { timeout: 200_000, interval: 2000 },
    )
    for (const [i, { id }] of customers.entries()) {
      const [books] = await schemas.query<{ balance: string; held: string; charges: string }>(
        'fleet',
        `select balance, held, (select -coalesce(sum(amount), 0) from ledger where account_id = accounts.id and amount < 0)
           as charges from accounts where id = $1`,
        [id],
      )
      const { balance, held, charges } = books!
      expect({ balance: Number(balance), held: Number(held) }).toEqual({ balance: CREDITS - Number(charges), held: 0 })
      const paid = ends[i]!.reduce((sum, end) => sum + (typeof end === 'object' ? end.charged : 0), 0)
      const unheard = ends[i]!.filter((end) => typeof end === 'string').length
      expect(Number(charges), 'charged for each answer').toBeGreaterThanOrEqual(paid)
      expect(Number(charges), 'and at most for answers that were lost on the way').toBeLessThanOrEqual(paid + unheard)
    }
  }, 400_000)
})
