/**
 * npm run bench
 *
 * Whole requests against one look of the matte network alone, in one run, at 1 and 12 megapixels; and the peak memory of
 * server and worker. Absolute times depend on the machine and its other load: only the ratios count.
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

const ROUNDS = 5
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

const photos = new Map<string, Buffer>()
for (const megapixels of [1, 12]) {
  const width = Math.round(Math.sqrt(megapixels * 1e6 * 1.25))
  const photo = sharp(await readFile(samplePhoto)).resize({ width, height: Math.round(width / 1.25), fit: 'cover' })
  photos.set(`${megapixels} MP`, await photo.jpeg({ quality: 90 }).toBuffer())
}

const dataDir = await newDataDir()
const server = await startServer(dataDir, { WORKERS: '1', THREADS_PER_WORKER: String(threads) })
try {
  const workerPid = (JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }).pid
  const { key } = await server.newKey({ credits: 1000, rateLimit: 1000 })
  const rows: string[][] = [['photo', 'request ms', 'one look ms', 'ratio', 'server peak MB', 'worker peak MB']]
  for (const [name, photo] of photos) {
    const requests: number[] = []
    const alone: number[] = []
    // Alternating, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      requests.push(await timed(() => request(server.baseUrl, key, photo)))
      alone.push(await timed(oneLook))
      console.error(`${name}: round ${round + 1} of ${ROUNDS}`)
    }
    const [whole, part] = [median(requests), median(alone)]
    const memory = [await peakMemoryMb(server.pid), await peakMemoryMb(workerPid)]
    rows.push([name, whole.toFixed(0), part.toFixed(0), (whole / part).toFixed(2), ...memory.map(String)])
  }
  console.log(`1 worker, ${threads} threads, size=full, median of ${ROUNDS}`)
  for (const row of rows) console.log(row.map((cell) => cell.padStart(15)).join(''))
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

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
