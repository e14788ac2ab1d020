/**
 * npx tsx bench/queue.ts [rounds, 8 by default]
 *
 * What a fleet costs, on the same machine in the same run, with one worker of the same threads each: a server by itself
 * (SQLite, disk); a server with a worker of its own on the stores of a fleet (PostgreSQL, Redis, S3); and two servers whose
 * worker takes jobs from the queue. Rounds alternate, so that other load on the machine affects all alike. Needs PostgreSQL
 * and redis-server.
 */
import { operatorOf } from '../test/support/operator.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { startWholeFleet } from '../test/support/whole-fleet.js'
import { median } from './median.js'
import { sampleOf } from './sample.js'

const rounds = Number(process.argv[2] ?? 8)
/** In a round: one after the other for the latency, then several clients at once for the throughput. */
const [ALONE, TOGETHER, CLIENTS] = [4, 12, 3]
const WARM_UP = 12
const settings = { WORKERS: '1', THREADS_PER_WORKER: '2', LOG_LEVEL: 'info', STYLE_PREVIEWS: 'asked' }

interface Side {
  readonly name: string
  readonly baseUrl: string
  readonly key: string
  readonly alone: number[]
  readonly perSecond: number[]
}

const photo = await sampleOf(1)
const dataDirs = [await newDataDir(), await newDataDir()] as const
const fleet = await startWholeFleet(settings)
const { DATABASE_URL = '', REDIS_URL = '', STORAGE_URL = '' } = fleet.settings
const stores = { DATABASE_URL, REDIS_URL, STORAGE_URL }
const servers = [
  await startServer(dataDirs[0], settings),
  await startServer(dataDirs[1], { ...settings, ...stores }),
] as const
try {
  const alone = await openSide('by itself', servers[0].baseUrl, { DATA_DIR: dataDirs[0] })
  const queue = await openSide('by the queue', fleet.baseUrl, fleet.settings)
  const shared: Side = { ...queue, name: 'on the same stores', baseUrl: servers[1].baseUrl, alone: [], perSecond: [] }
  const sides = [alone, shared, queue]
  for (const side of sides) for (let i = 0; i < WARM_UP; i++) await request(side)
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 ? sides.toReversed() : sides) {
      for (let i = 0; i < ALONE; i++) side.alone.push(await request(side))
      side.perSecond.push(await throughput(side))
    }
    console.error(`round ${round + 1} of ${rounds}`)
  }
  console.log(`1 worker, ${settings.THREADS_PER_WORKER} threads, size=full, medians of ${rounds} rounds`)
  for (const { name, alone, perSecond } of sides) {
    console.log(`${name.padEnd(20)} ${median(alone).toFixed(0)} ms alone, ${median(perSecond).toFixed(2)} images/s`)
  }
  for (const side of [alone, shared]) {
    const ratios = queue.perSecond.map((rate, i) => rate / side.perSecond[i]!)
    const added = queue.alone.map((ms, i) => ms - side.alone[i]!)
    console.log(
      `by the queue against ${side.name}: throughput ${median(ratios).toFixed(3)}, ${median(added).toFixed(0)} ms added`,
    )
  }
} finally {
  for (const server of servers) {
    server.signal('SIGTERM')
    await server.ended
  }
  await fleet.close()
  for (const dataDir of dataDirs) await removeDataDir(dataDir)
}

async function openSide(name: string, baseUrl: string, env: Record<string, string>): Promise<Side> {
  const { key } = await operatorOf(env).newKey({ credits: 100_000, rateLimit: 100_000 })
  return { name, baseUrl, key, alone: [], perSecond: [] }
}

async function request({ baseUrl, key }: Side): Promise<number> {
  const body = new FormData()
  body.append('image_file', new Blob([photo]), 'photo.jpg')
  body.append('size', 'full')
  const startedAt = performance.now()
  const reply = await fetch(`${baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  if (reply.status !== 201) throw new Error(`Status ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
  return performance.now() - startedAt
}

async function throughput(side: Side): Promise<number> {
  const startedAt = performance.now()
  const client = async (): Promise<void> => {
    for (let i = 0; i < TOGETHER / CLIENTS; i++) await request(side)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (TOGETHER / (performance.now() - startedAt)) * 1000
}
