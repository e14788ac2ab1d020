/**
 * What one image costs in a fleet, and what stores can take: for bench/capacity.ts and bench/simulate.ts. Measured with
 * `npx tsx bench/costs.ts` on two x64 hyperthreads of a shared machine: workers 0.753 core-seconds at 1 MP and 1.338 at 12 MP.
 * From these follow 2.48 images per second on that machine; with the stores and the client on the same two hyperthreads 2.02
 * were measured. Redis and S3 were counted with workers that take 400 ms and three clients. Numbers marked assumed are guesses: replace them with your own, and on other machines replace all of them.
 */
export const COSTS = {
  'worker-base': [0.7, 'core-seconds of a worker per image, whatever its size'],
  'worker-per-mp': [0.053, 'and per megapixel'],
  'server-cost': [0.053, 'core-seconds of a server per image'],
  'db-transactions': [5.4, 'transactions of PostgreSQL per paid image, its result looked at once'],
  'redis-operations': [122, 'commands of Redis per image, those inside its 12 scripts too: limits, queue, news'],
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
