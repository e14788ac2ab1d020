/**
 * npm run bench [-- MEGAPIXELS,…]
 *
 * Whole requests against one look of the matte network alone, in one run, at 1, 12 and 48 megapixels; where their time
 * goes; and the peak memory of server and worker. Absolute times depend on the machine and its other load: only the
 * ratios count. bench/steps.ts goes into the steps themselves.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { loadConfig } from '../src/config.js'
import { loadMattingNetwork } from '../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import { createProgressReporter } from '../src/models/progress.js'
import { modelStoreOf } from '../src/models/store.js'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { median } from './median.js'
import { peakMemoryMb } from './peak-memory.js'

const ROUNDS = 7
const WARM_UP = 4
const PHASES = ['decode', 'infer', 'compose', 'encode'] as const
const config = loadConfig(process.env)
const store = modelStoreOf(config)
await store.pull(createProgressReporter(process.stderr))
const { matte } = chooseNetworks(await store.networks())
const threads = config.engine.threadsPerWorker
const network = await loadMattingNetwork(matte, threads)
const oneLook = async (): Promise<void> => {
  await network.predict(new Uint8Array(network.size ** 2 * 3).fill(127))
}
await oneLook() // warm-up: the first run allocates

const sizes = (process.argv[2] ?? '1,12,48').split(',').map(Number)
const photos = new Map<string, Buffer>()
for (const megapixels of sizes) {
  const width = Math.round(Math.sqrt(megapixels * 1e6 * 1.25))
  const photo = sharp(await readFile(samplePhoto)).resize({ width, height: Math.round(width / 1.25), fit: 'cover' })
  photos.set(`${megapixels} MP`, await photo.jpeg({ quality: 90 }).toBuffer())
}

const dataDir = await newDataDir()
const server = await startServer(dataDir, { WORKERS: '1', THREADS_PER_WORKER: String(threads) })
try {
  const workerPid = (JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }).pid
  const { key } = await server.newKey({ credits: 1000, rateLimit: 1000 })
  const phases = PHASES.map((phase) => `${phase} ms`)
  const rows: string[][] = [
    ['photo', 'request ms', 'one look ms', 'ratio', ...phases, 'rest ms', 'server MB', 'worker MB'],
  ]
  for (const [name, photo] of photos) {
    const requests: number[] = []
    const alone: number[] = []
    const ofPhases: number[][] = []
    // A worker that has just started has not compiled its loops yet.
    for (let warmUp = 0; warmUp < WARM_UP; warmUp++) await request(server.baseUrl, key, photo)
    // Alternating, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      const before = await phaseMs(server.baseUrl)
      requests.push(await timed(() => request(server.baseUrl, key, photo)))
      const after = await phaseMs(server.baseUrl)
      ofPhases.push(after.map((ms, i) => ms - before[i]!))
      alone.push(await timed(oneLook))
      console.error(`${name}: round ${round + 1} of ${ROUNDS}`)
    }
    const [whole, part] = [median(requests), median(alone)]
    const memory = [await peakMemoryMb(server.pid), await peakMemoryMb(workerPid)]
    const parts = PHASES.map((_, i) => median(ofPhases.map((ms) => ms[i]!)))
    const rest = whole - parts.reduce((sum, ms) => sum + ms, 0)
    const times = [...parts, rest].map((ms) => ms.toFixed(0))
    rows.push([name, whole.toFixed(0), part.toFixed(0), (whole / part).toFixed(2), ...times, ...memory.map(String)])
  }
  console.log(`1 worker, ${threads} threads, size=full, median of ${ROUNDS}`)
  for (const row of rows) console.log(row.map((cell) => cell.padStart(12)).join(''))
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

async function request(baseUrl: string, key: string, photo: Buffer): Promise<void> {
  const body = new FormData()
  body.append('image_file', new Blob([photo]), 'photo.jpg')
  body.append('size', 'full')
  const reply = await fetch(`${baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  if (reply.status !== 201) throw new Error(`Status ${reply.status}: ${await reply.text()}`)
}

/** Milliseconds spent in each phase since the server started. */
async function phaseMs(baseUrl: string): Promise<number[]> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return PHASES.map((phase) => {
    const [, seconds = '0'] =
      text.match(new RegExp(`^silhouette_step_seconds_sum\\{step="${phase}"\\} (\\S+)$`, 'm')) ?? []
    return Number(seconds) * 1000
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
