/**
 * What one image costs in a fleet, and what stores can take: for bench/capacity.ts and bench/simulate.ts. Numbers marked
 * assumed are guesses: replace them with your own, and on other machines replace all of them.
 */

/** Core-seconds by `npx tsx bench/costs.ts`, on two x64 hyperthreads of a shared machine; docs/operations.md has them, too. */
const MEASURED = { small: { megapixels: 1, worker: 1.25, server: 0.06 }, large: { megapixels: 12, worker: 1.97 } }
const { small, large } = MEASURED
const perMegapixel = (large.worker - small.worker) / (large.megapixels - small.megapixels)
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const COSTS = {
  'worker-base': [rounded(small.worker - perMegapixel), 'core-seconds of a worker per image, whatever its size'],
  'worker-per-mp': [rounded(perMegapixel), 'and per megapixel'],
  'server-cost': [small.server, 'core-seconds of a server per image'],
  'db-transactions': [5.6, 'transactions of PostgreSQL per paid image, its result looked at once'],
  'redis-operations': [123, 'commands of Redis per image, those inside its 10 scripts too: limits, queue, news'],
  's3-requests': [5, 'requests of S3 per image: photo to the worker, result, one get, deletions of many at once'],
  'row-kb': [1.5, 'kB that an image leaves in PostgreSQL for good (assumed)'],
} as const

/** What one machine or store can take, all assumed: beyond it another one is needed, or another design. */
export const LIMITS = {
  'server-cores': [1, 'cores that one server process can use: its event loop has one'],
  'worker-cores': [2, 'cores of one worker'],
  utilisation: [0.6, 'share of a core that is planned with'],
  'db-limit': [5000, 'transactions per second of one PostgreSQL (assumed)'],
  'db-connections': [500, 'connections to one PostgreSQL (assumed)'],
  'connections-per-server': [10, 'DATABASE_CONNECTIONS'],
  'redis-limit': [100_000, 'commands per second of one Redis (assumed)'],
  's3-limit': [3500, 'writes per second of one bucket prefix (what Amazon documents)'],
} as const
