/**
 * npx tsx bench/capacity.ts [--rate 1,100,10000] [--megapixels 1] [--previews 0.5] [--result-kb 500] …
 *
 * What a given traffic needs: servers, workers, store operations, gigabytes and money, and what runs short first. A
 * calculation, not a measurement: linear in what one image costs. Every number here and in fleet-costs.ts can be given as a flag; `--help` lists them.
 */
import { parseArgs } from 'node:util'
import { COSTS, LIMITS } from './fleet-costs.js'

const TRAFFIC = {
  megapixels: [1, 'of a photo'],
  previews: [0.5, 'share of free previews: they are not charged, and cost the same work'],
  'result-kb': [500, 'kB of a result'],
  'photo-kb': [300, 'kB of a photo'],
  'ttl-hours': [72, 'how long results are kept'],
  fetches: [1, 'how often a result is fetched'],
} as const

/** Example prices, in any currency: replace them with your provider's. */
const PRICES = {
  'price-core': [20, 'of a core for a month'],
  'price-gb': [0.023, 'of a GB in S3 for a month'],
  'price-million-puts': [5, 'of a million writes to S3'],
  'price-million-gets': [0.4, 'of a million reads from S3'],
  'price-traffic-gb': [0.05, 'of a GB sent to clients'],
} as const

const ALL = { ...COSTS, ...TRAFFIC, ...LIMITS, ...PRICES }
type Name = keyof typeof ALL
const SECONDS_PER_MONTH = 30 * 24 * 3600
const WORKER_GB = 0.7

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1,100,10000' },
    help: { type: 'boolean' },
    ...(Object.fromEntries(Object.keys(ALL).map((name) => [name, { type: 'string' }])) as Record<
      Name,
      { type: 'string' }
    >),
  },
})
if (values.help) {
  for (const [name, [usual, meaning]] of Object.entries(ALL)) console.log(`--${name.padEnd(20)} ${usual}: ${meaning}`)
} else {
  for (const rate of values.rate.split(',').map(Number)) report(rate)
}

function given(name: Name): number {
  const text = values[name]
  const number = text === undefined ? ALL[name][0] : Number(text)
  if (!(number >= 0)) throw new Error(`--${name} must be a number of at least 0 (got '${text}')`)
  return number
}

function report(rate: number): void {
  if (!(rate > 0)) throw new Error(`--rate must be numbers above 0, with commas between them (got '${values.rate}')`)
  const busy = given('utilisation')
  const workerCores = (rate * (given('worker-base') + given('worker-per-mp') * given('megapixels'))) / busy
  const serverCores = (rate * given('server-cost')) / busy
  const workers = Math.max(1, Math.ceil(workerCores / given('worker-cores')))
  const servers = Math.max(1, Math.ceil(serverCores / given('server-cores')))
  const perSecond = {
    // A preview is not held, charged or settled with a charge: about half of the transactions.
    db: rate * given('db-transactions') * (1 - given('previews') / 2),
    redis: rate * given('redis-operations'),
    s3: rate * (given('s3-requests') - 1 + given('fetches')),
  }
  const storedGb = (rate * given('result-kb') * given('ttl-hours') * 3600) / 1e6
  const outGb = (rate * given('result-kb') * given('fetches') * SECONDS_PER_MONTH) / 1e6
  const monthly = rate * SECONDS_PER_MONTH
  const money = {
    cores: (workers * given('worker-cores') + servers * given('server-cores')) * given('price-core'),
    storage: storedGb * given('price-gb'),
    // Deleting is free at the providers we know.
    // Photo and result; the photo is read once.
    requests:
      (monthly / 1e6) * (2 * given('price-million-puts') + (1 + given('fetches')) * given('price-million-gets')),
    traffic: outGb * given('price-traffic-gb'),
  }
  const total = Object.values(money).reduce((sum, part) => sum + part, 0)
  const fleet = rate * (given('worker-base') + given('worker-per-mp') * given('megapixels')) > busy * 8
  const parts: readonly [part: string, load: number, remedy: string][] = [
    [
      'PostgreSQL',
      perSecond.db / given('db-limit'),
      'a larger machine; then accounts divided among several installations',
    ],
    [
      'connections to PostgreSQL',
      ((serverCores / given('server-cores')) * given('connections-per-server')) / given('db-connections'),
      'fewer for each server (DATABASE_CONNECTIONS), or PgBouncer with transaction pooling',
    ],
    ['Redis', perSecond.redis / given('redis-limit'), 'a Redis of its own for rate limits and one for the queue'],
    ['S3 prefix', rate / given('s3-limit'), 'several prefixes or buckets'],
  ]
  const short = parts.filter(([, load]) => load > 1).toSorted(([, a], [, b]) => b - a)
  const first = parts.toSorted(([, a], [, b]) => b - a)[0]!

  const n = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
  console.log(`\n${n(rate)} images per second, ${given('megapixels')} MP, ${given('previews') * 100} % previews`)
  console.log(
    `  workers      ${n(workers)} of ${given('worker-cores')} cores, ${n(workers * WORKER_GB)} GB of memory or more`,
  )
  console.log(`  servers      ${n(servers)}; photos in ${n((rate * given('photo-kb') * 8) / 1e6)} Gbit/s`)
  if (fleet) {
    console.log(
      `  PostgreSQL   ${n(perSecond.db)} transactions per second, ${n((monthly * given('row-kb')) / 1e6)} GB more each month`,
    )
    console.log(`  Redis        ${n(perSecond.redis)} commands per second`)
    console.log(`  S3           ${n(perSecond.s3)} requests per second`)
  } else {
    console.log('  one machine is enough: SQLite and results on its disk')
  }
  console.log(`  results      ${n(storedGb)} GB at a time, ${n(outGb)} GB sent a month`)
  const shares = Object.entries(money).map(([part, price]) => `${part} ${n(price)}`)
  console.log(
    `  a month      ${n(total)} at the prices given (${shares.join(', ')}); per 1000 images ${((total / monthly) * 1000).toFixed(2)}`,
  )
  if (short.length === 0) {
    console.log(`  short first  cores; then ${first[0]}, at ${n(rate / first[1])} images per second: ${first[2]}`)
  }
  for (const [part, load, remedy] of short)
    console.log(`  too much     ${part}: ${n(load)} times what is planned for one; ${remedy}`)
}
