/**
 * A fleet: two servers, two machines of workers, Redis, PostgreSQL and S3; all but the last are killed and started again
 * while requests come in. Whatever dies, every request has one end, the books agree, and nothing is left behind.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditOf } from '../support/books.js'
import { eventually } from '../support/eventually.js'
import { killed } from '../support/faults.js'
import { builtServer, type Member, redisNode, redisServer } from '../support/fleet.js'
import { BLAMED, type End, fleetClient } from '../support/fleet-client.js'
import { freePort } from '../support/free-port.js'
import { openAccount } from '../support/open-account.js'
import { type PhotoHost, photoHost } from '../support/photo-host.js'
import { type PostgresNode, postgresNode, postgresPrograms } from '../support/postgres-node.js'
import { s3Service } from '../support/s3-service.js'
import { newDataDir, removeDataDir } from '../support/server.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { workerNode } from '../support/worker-node.js'

const programs = postgresPrograms()
const redisCommand = redisServer()
const REQUESTS = 300
const AT_ONCE = 12
/** Of one machine. */
const JOBS_AT_ONCE = 2
const CREDITS = 1000
const TTL_SECONDS = 20

interface Customer {
  readonly id: string
  readonly key: string
  readonly insists: 'always' | 'sometimes'
  readonly ends: End[]
}

describe.skipIf(!programs || !redisCommand)('A fleet', () => {
  const folder = temporaryFolder()
  const folders: string[] = []
  const members: Member[] = []
  /** In the order in which they are killed; servers first, because what they leave behind takes longest to be put away. */
  let victims: readonly Member[]
  let postgres: PostgresNode
  let photos: PhotoHost
  let customers: Customer[]
  let objectsLeft: () => Promise<string[]>
  let addresses: string[]

  beforeAll(async () => {
    const [redisPort, postgresPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
    const s3 = await s3Service()
    photos = await photoHost()
    const { bucket, endpoint, region } = await s3.newPlace()
    objectsLeft = () => s3.objectsIn(bucket)
    postgres = postgresNode(programs!, postgresPort)
    const redis = redisNode(redisCommand!, redisPort, folder)
    members.push(postgres, redis)
    await Promise.all([postgres.start(), redis.start()])
    const shared = {
      ENGINE: 'queue',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=${region}`,
      DATABASE_URL: postgres.url,
      FETCH_ALLOW: photos.host,
      RATE_LIMIT_PER_MINUTE: '100000',
      RESULT_TTL_SECONDS: String(TTL_SECONDS),
      MAX_WAIT_SECONDS: '5',
      JOB_TIMEOUT_MS: '2000',
      STYLE_PREVIEWS: 'asked',
      WORKERS: String(JOBS_AT_ONCE),
      SHUTDOWN_SECONDS: '10',
    }
    const nodes = await Promise.all(
      ['server 1', 'server 2', 'workers 1', 'workers 2'].map(async (name, index) => {
        const dataDir = await newDataDir()
        folders.push(dataDir)
        const env = { ...shared, DATA_DIR: dataDir }
        return index < 2 ? builtServer(name, { ...env, PORT: String(ports[index]) }) : workerNode(name, env)
      }),
    )
    members.push(...nodes)
    const [server1, server2, workers1, workers2] = nodes as [Member, Member, Member, Member]
    victims = [server2, postgres, server1, workers1, redis, postgres, workers2, redis, workers1, postgres]
    await Promise.all(nodes.map((node) => node.start()))
    addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    customers = await openAccounts()
    for (const address of addresses) {
      await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200))
    }
  })
  afterAll(async () => {
    await Promise.all(members.map((member) => member.kill()))
    postgres?.remove()
    await Promise.all(folders.map(removeDataDir))
  })

  async function openAccounts(): Promise<Customer[]> {
    const open = async (name: string, insists: Customer['insists']): Promise<Customer> => ({
      ...(await openAccount({ DATABASE_URL: postgres.url }, name, CREDITS)),
      insists,
      ends: [],
    })
    return [await open('ann', 'sometimes'), await open('bob', 'sometimes'), await open('cem', 'always')]
  }
  /** As somebody who looks on. */
  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async function storm(): Promise<void> {
    for (const victim of victims) {
      await killed(victim).inject()
      await sleep(randomInt(500, 2500))
    }
  }

  test('whoever dies: each request ends once, the books agree, results are there, and nothing stays behind', async () => {
    let sent = 0
    let over = false
    const clients = Array.from({ length: AT_ONCE }, async (_, i) => {
      const { key, insists, ends } = customers[i % customers.length]!
      const client = fleetClient(addresses, photos, key)
      while (sent++ < REQUESTS || !over) {
        ends.push(await (insists === 'always' || randomInt(4) === 0 ? client.untilAnswered() : client.once()))
        await sleep(randomInt(200))
      }
    })
    await Promise.all([
      storm().finally(() => {
        over = true
      }),
      ...clients,
    ])
    const all = customers.flatMap(({ ends }) => ends)
    const count = (...wanted: End['status'][]): number => all.filter(({ status }) => wanted.includes(status)).length
    const tally = {
      requests: all.length,
      ok: count(200, 201),
      refused: count(503),
      blamed: count(...Object.values(BLAMED)),
      lost: count('connection lost'),
      left: count('client left'),
      killed: victims.length,
    }
    console.log('fleet:', JSON.stringify(tally))
    const { ok, refused, lost, left, blamed } = tally
    expect(ok + refused + lost + left + blamed, 'no other ends').toBe(all.length)
    // Two machines killed over the same job cannot be told from a picture that kills machines: at most those they had.
    expect(blamed).toBeLessThanOrEqual(JOBS_AT_ONCE)
    expect(tally.ok).toBeGreaterThan(tally.requests / 4)

    // Pictures of answers that can be repeated are kept for a day, which nobody waits for here.
    await query('update results set expires_at = 1 where published = 1 and expires_at > $1', [Date.now() + 3_600_000])
    // Leases of 60 s, objects of jobs that live 80 s, and a sweep every 30 s: then what died with its server is put away.
    await vi.waitFor(
      async () => {
        expect(await query('select * from holds')).toEqual([])
        expect(await objectsLeft()).toEqual([])
      },
      { timeout: 200_000, interval: 1000 },
    )
    for (const { id, ends, insists } of customers) {
      const { unheard, faults } = await auditOf({ DATABASE_URL: postgres.url }, id, ends)
      expect(faults).toEqual([])
      if (insists === 'always') expect(unheard, 'whoever insists hears of everything').toBe(0)
    }
  }, 400_000)
})
