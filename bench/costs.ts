/**
 * npx tsx bench/costs.ts (after npm run build; on Linux, with PostgreSQL and redis-server)
 *
 * What one paid cut-out of a fleet costs, for bench/capacity.ts: core-seconds of servers and workers at 1 and 12 megapixels,
 * size of the result, PostgreSQL transactions, Redis commands, S3 requests. Core-seconds depend less on other load than wall
 * times do. At the end the rate predicted for this machine is compared with a measured one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { operatorOf } from '../test/support/operator.js'
import { startWholeFleet } from '../test/support/whole-fleet.js'
import { sampleOf } from './sample.js'

const ROUNDS = 12
const CLIENTS = 3
const TICKS_PER_SECOND = 100
/** PostgreSQL reports its transactions with a delay of up to a second. */
const TOLD_AFTER_MS = 2000
/** Some nodes speak every 15 s: long enough to average over them. */
const IDLE_SECONDS = 60
/** Commands of Redis that no script contains. */
const PLAIN = ['publish', 'bzpopmin', 'xread']

const fleet = await startWholeFleet({ WORKERS: '1' })
try {
  const { key } = await operatorOf(fleet.settings).newKey({ credits: 100_000, rateLimit: 100_000 })
  for (const megapixels of [1, 12]) await measure(megapixels, key)
  await measureIdle()
} finally {
  await fleet.close()
}

async function measure(megapixels: number, key: string): Promise<void> {
  const photo = await sampleOf(megapixels)
  for (let warm = 0; warm < 6; warm++) await send(key, photo)
  const before = await counters()
  let resultBytes = 0
  for (let round = 0; round < ROUNDS; round++) resultBytes = await send(key, photo)
  const after = await counters()
  const each = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - before[name as keyof Counters]) / ROUNDS]),
  ) as unknown as Counters
  console.log(
    `${megapixels} MP, ${Math.round(photo.length / 1000)} kB: workers ${each.workers.toFixed(3)} core-seconds, ` +
      `servers ${each.servers.toFixed(3)}, result ${Math.round(resultBytes / 1000)} kB, PostgreSQL ` +
      `${each.transactions.toFixed(1)} transactions, Redis ${each.commands.toFixed(0)} commands in ` +
      `${each.scripts.toFixed(1)} scripts and ${each.plain.toFixed(1)} calls without one, S3 ` +
      `${each.requests.toFixed(1)} requests (with a look at the result)`,
  )
  const startedAt = performance.now()
  const client = async (): Promise<void> => {
    for (let i = 0; i < ROUNDS / CLIENTS; i++) await send(key, photo)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const measured = (ROUNDS / (performance.now() - startedAt)) * 1000
  const cores = availableParallelism()
  console.log(
    `  follows: ${(cores / (each.workers + each.servers)).toFixed(2)} images per second on ${cores} cores without ` +
      `the stores; measured with them on the same cores: ${measured.toFixed(2)}`,
  )
}

/** What Redis is told while nobody asks for anything, by two servers and two machines of workers. */
async function measureIdle(): Promise<void> {
  await (await fleet.moreWorkers()).start()
  await counters()
  const before = await redisCounters()
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
  const after = await redisCounters()
  const perSecond = (name: keyof RedisCounters): string => ((after[name] - before[name]) / IDLE_SECONDS).toFixed(1)
  console.log(
    `idle, four nodes: Redis ${perSecond('commands')} commands a second in ${perSecond('scripts')} scripts and ` +
      `${perSecond('plain')} calls without one`,
  )
}

async function send(key: string, photo: Buffer): Promise<number> {
  const body = new FormData()
  body.append('image_file', new Blob([photo]), 'photo.jpg')
  body.append('size', 'full')
  const reply = await fetch(`${fleet.baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  if (reply.status !== 201) throw new Error(await reply.text())
  const { url } = (await reply.json()) as { url: string }
  return Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'))
}

interface RedisCounters {
  /** Those inside scripts too. */
  readonly commands: number
  readonly scripts: number
  /** Waiting for jobs and replies, and news. */
  readonly plain: number
}

interface Counters extends RedisCounters {
  readonly servers: number
  readonly workers: number
  readonly transactions: number
  readonly requests: number
}

async function counters(): Promise<Counters> {
  await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS))
  const { servers, workers } = fleet
  return {
    servers: servers.reduce((sum, server) => sum + coreSeconds(server.pid()), 0),
    workers: coreSeconds(workers.pid()),
    transactions: await transactions(),
    ...(await redisCounters()),
    requests: fleet.storeRequests(),
  }
}

/** Of a process and all that it has started. */
function coreSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
  return children.reduce((sum, child) => sum + coreSeconds(child), own)
}

async function transactions(): Promise<number> {
  const client = new Client({ connectionString: fleet.settings.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0]?.count)
}

async function redisCounters(): Promise<RedisCounters> {
  const client = new Redis(fleet.settings.REDIS_URL!)
  const [stats, byName] = [await client.info('stats'), await client.info('commandstats')]
  client.disconnect()
  const calls = (name: string): number => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(byName)?.[1] ?? 0)
  return {
    commands: Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]),
    scripts: calls('evalsha') + calls('eval'),
    plain: PLAIN.reduce((sum, name) => sum + calls(name), 0),
  }
}
