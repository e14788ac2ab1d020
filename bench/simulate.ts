/**
 * npx tsx bench/simulate.ts [machines, 1,2,4,8 by default]
 *
 * What machines of workers do together, where they cannot be had: a simulation from the measured costs in fleet-costs.ts.
 * Images pass server, Redis, PostgreSQL, S3 and a machine of one worker; clients send their next image when they have the last.
 * Times vary around their mean. A machine that has finished takes its next image while the result is stored.
 */
import { COSTS, LIMITS } from './fleet-costs.js'

/** Between one image and the next in a worker: to take a job, and to fetch its photo (assumed; 40 on a crowded machine). */
const GAP_MS = 15
/** Of one trip of a picture to S3 or back (assumed). */
const TRIP_MS = 12
const CLIENTS_PER_MACHINE = 3
const IMAGES_PER_MACHINE = 400
const MEGAPIXELS = 1

const workMs = ((COSTS['worker-base'][0] + COSTS['worker-per-mp'][0] * MEGAPIXELS) / LIMITS['worker-cores'][0]) * 1000
const serverMs = COSTS['server-cost'][0] * 1000
const redisMs = (COSTS['redis-operations'][0] / LIMITS['redis-limit'][0]) * 1000
const databaseMs = (COSTS['db-transactions'][0] / LIMITS['db-limit'][0]) * 1000

/** What happens when, in the order of time: a heap. */
class Agenda {
  private readonly heap: { at: number; happen: () => void }[] = []

  add(at: number, happen: () => void): void {
    const { heap } = this
    let place = heap.push({ at, happen }) - 1
    for (let above = (place - 1) >> 1; place > 0 && heap[above]!.at > at; above = (place - 1) >> 1) {
      this.swap(place, above)
      place = above
    }
  }

  next(): { at: number; happen: () => void } | undefined {
    const { heap } = this
    const [first] = heap
    const last = heap.pop()
    if (!first || first === last) return first
    heap[0] = last!
    for (let place = 0; ; ) {
      const below = [2 * place + 1, 2 * place + 2].filter((it) => it < heap.length)
      const least = below.sort((a, b) => heap[a]!.at - heap[b]!.at)[0]
      if (least === undefined || heap[least]!.at >= heap[place]!.at) return first
      this.swap(place, least)
      place = least
    }
  }

  private swap(one: number, other: number): void {
    const { heap } = this
    ;[heap[one], heap[other]] = [heap[other]!, heap[one]!]
  }
}

interface Station {
  readonly name: string
  readonly places: number
  busy: number
  busyMs: number
  readonly queue: (() => void)[]
}

function simulate(machines: number): Promise<void> {
  let now = 0
  const events = new Agenda()
  const station = (name: string, places: number): Station => ({ name, places, busy: 0, busyMs: 0, queue: [] })
  const servers = Math.max(2, Math.ceil((machines * (1000 / workMs) * COSTS['server-cost'][0]) / LIMITS.utilisation[0]))
  const stations = {
    servers: station('servers', servers),
    redis: station('Redis', 1),
    database: station('PostgreSQL', 1),
    workers: station('workers', machines),
  }
  const after = (ms: number): Promise<void> => new Promise((resolve) => events.add(now + ms, resolve))
  const visit = async (at: Station, meanMs: number): Promise<void> => {
    if (at.busy === at.places) await new Promise<void>((resolve) => at.queue.push(resolve))
    else at.busy += 1
    const ms = meanMs * (0.75 + 0.5 * Math.random())
    at.busyMs += ms
    await after(ms)
    const next = at.queue.shift()
    if (next) next()
    else at.busy -= 1
  }
  let [left, done, tookMs] = [IMAGES_PER_MACHINE * machines, 0, 0]
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const startedAt = now
      await visit(stations.servers, serverMs / 2)
      await visit(stations.database, databaseMs / 2)
      await visit(stations.redis, redisMs / 2)
      await after(TRIP_MS) // the photo to S3
      await visit(stations.workers, workMs + GAP_MS)
      await after(TRIP_MS) // the result to S3
      await visit(stations.redis, redisMs / 2)
      await visit(stations.database, databaseMs / 2)
      await visit(stations.servers, serverMs / 2)
      tookMs += now - startedAt
      done += 1
    }
  }
  for (let i = 0; i < machines * CLIENTS_PER_MACHINE; i++) void client()
  const report = (): void => {
    const perSecond = (done / now) * 1000
    const share = perSecond / (machines * (1000 / (workMs + serverMs / LIMITS['worker-cores'][0])))
    const load = ({ busyMs, places }: Station): number => busyMs / places / now
    const others = [stations.servers, stations.redis, stations.database].toSorted((a, b) => load(b) - load(a))
    const busiest = [stations.workers, ...others].map((it) => `${it.name} ${(100 * load(it)).toFixed(0)} %`)
    const cells = [String(machines), perSecond.toFixed(2), share.toFixed(3), (tookMs / done).toFixed(0)]
    console.log(`${cells.map((cell) => cell.padEnd(14)).join('')}${busiest.join(', ')} (${servers} servers)`)
  }
  return new Promise((resolve) => {
    const proceed = (): void => {
      const event = events.next()
      if (event) {
        now = event.at
        event.happen()
        setImmediate(proceed) // after whatever follows from it
      } else {
        report()
        resolve()
      }
    }
    setImmediate(proceed)
  })
}

console.log('machines      images/s      of embedded   ms            busy')
for (const machines of (process.argv[2] ?? '1,2,4,8').split(',').map(Number)) await simulate(machines)
