/**
 * npx tsx bench/load.ts [seconds per load, 20 by default]
 *
 * What happens to requests when more arrive than can be served: a separate server, on a data folder of its own, is sent photos
 * of mixed sizes at 0.5, 1, 3 and 8 times its capacity. They arrive at random, whether or not earlier ones were answered. One
 * account floods; a polite one beside it sends a request now and then. Bounded in number and time.
 */
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'

const LOADS = [0.5, 1, 3, 8]
const MAX_WAIT_SECONDS = 10
const MAX_REQUESTS = 600
/** As a share of the server's capacity; the flood is the rest of each load. */
const POLITE_SHARE = 0.1
const CALIBRATION = 16
const PROBE_EVERY_MS = 100
const ANSWER_WITHIN_MS = 120_000

interface Answer {
  readonly status: number
  readonly ms: number
}

const seconds = Math.min(60, Number(process.argv[2] ?? 20))
const sample = await readSamplePhoto()
const photos = await Promise.all(
  [500, 900, 1600].map((width) => sharp(sample).resize({ width }).jpeg({ quality: 85 }).toBuffer()),
)

const dataDir = await newDataDir()
const server = await startServer(dataDir, {
  WORKERS: '1',
  QUALITY: 'fast',
  MAX_WAIT_SECONDS: String(MAX_WAIT_SECONDS),
  LOG_LEVEL: 'info',
})
try {
  const account = async (): Promise<string> => (await server.newKey({ credits: 100_000, rateLimit: 100_000 })).key
  const [flood, polite] = [await account(), await account()]
  const perSecond = await capacity(flood)
  console.log(
    `1 worker, ${perSecond.toFixed(2)} images per second; longest wait ${MAX_WAIT_SECONDS} s; ms unless stated`,
  )
  const columns = [
    'load',
    'sent',
    'served',
    'per s',
    'p50',
    'p95',
    'p99',
    '503',
    'after a wait',
    'other',
    'polite served',
  ]
  printRow([...columns, 'its p95', 'health p99', 'page p99', 'server MB'])
  for (const load of LOADS) printRow(await measure(load, perSecond, flood, polite))
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

/** Two at a time, so that the worker never waits for the next photo. */
async function capacity(key: string): Promise<number> {
  const inTurn = async (): Promise<void> => {
    for (let i = 0; i < CALIBRATION / 2; i++) await send(key, i)
  }
  await send(key, 0)
  const startedAt = performance.now()
  await Promise.all([inTurn(), inTurn()])
  return CALIBRATION / ((performance.now() - startedAt) / 1000)
}

async function measure(load: number, perSecond: number, flood: string, polite: string): Promise<string[]> {
  const stop = new AbortController()
  const health = probe('/healthz', stop.signal)
  const page = probe('/', stop.signal)
  const startedAt = performance.now()
  const [politeAnswers, floodAnswers] = await Promise.all([
    arrivals(polite, perSecond * POLITE_SHARE),
    arrivals(flood, perSecond * (load - POLITE_SHARE)),
  ])
  const lastedSeconds = (performance.now() - startedAt) / 1000
  stop.abort()
  const all = [...politeAnswers, ...floodAnswers]
  const served = times(all, 201)
  const refused = times(all, 503)
  const politeServed = times(politeAnswers, 201)
  return [
    `${load}x`,
    all.length,
    served.length,
    (served.length / lastedSeconds).toFixed(2),
    percentile(served, 50),
    percentile(served, 95),
    percentile(served, 99),
    refused.length,
    refused.filter((ms) => ms > 1000 * (MAX_WAIT_SECONDS / 2)).length,
    all.length - served.length - refused.length,
    `${politeServed.length}/${politeAnswers.length}`,
    percentile(politeServed, 95),
    percentile(await health, 99),
    percentile(await page, 99),
    await serverMegabytes(),
  ].map(String)
}

/** Sends at random moments, this many a second on average, and waits for all responses. */
async function arrivals(key: string, perSecond: number): Promise<Answer[]> {
  const count = Math.min(MAX_REQUESTS, Math.max(1, Math.round(perSecond * seconds)))
  const moments = Array.from({ length: count }, () => Math.random() * seconds * 1000)
  return Promise.all(
    moments.map(async (atMs, index) => {
      await new Promise((resolve) => setTimeout(resolve, atMs))
      return send(key, index)
    }),
  )
}

async function send(key: string, index: number): Promise<Answer> {
  const body = new FormData()
  body.append('image_file', new Blob([photos[index % photos.length] ?? sample]), 'photo.jpg')
  body.append('size', 'full')
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const headers = { 'X-Api-Key': key }
    const reply = await fetch(`${server.baseUrl}/v1/remove`, { method: 'POST', headers, body, signal })
    await reply.arrayBuffer()
    return { status: reply.status, ms: performance.now() - startedAt }
  } catch {
    return { status: 0, ms: performance.now() - startedAt }
  }
}

/** How quickly an address responds while other requests are served. */
async function probe(path: string, stop: AbortSignal): Promise<number[]> {
  const latencies: number[] = []
  while (!stop.aborted) {
    const startedAt = performance.now()
    await (await fetch(server.baseUrl + path)).arrayBuffer()
    latencies.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  return latencies
}

async function serverMegabytes(): Promise<number> {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20)
}

function times(answers: readonly Answer[], status: number): number[] {
  return answers.filter((answer) => answer.status === status).map(({ ms }) => ms)
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0)
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(14)).join(''))
}
