/**
 * npx tsx bench/large-photo.ts
 *
 * What the largest photos cost: time per step, and the worker's peak memory above that of a one-megapixel photo. The peak
 * only grows, so each row includes the ones before it.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { peakMemoryMb } from './peak-memory.js'

const STEPS = ['decode', 'infer', 'compose', 'encode'] as const
const MAX_UPLOAD_BYTES = 20_971_520

const small = await enlarged(1118, 894)
const large = await enlarged(8000, 6000)
if (large.length > MAX_UPLOAD_BYTES) throw new Error(`The large photo has ${large.length} bytes`)

const rounds = [
  { name: '1 MP, jpg', photo: small, fields: { size: 'full', format: 'jpg' } },
  { name: '48 MP, jpg', photo: large, fields: { size: '50MP', format: 'jpg' } },
  { name: '48 MP, zip', photo: large, fields: { size: '50MP', format: 'zip' } },
]

const dataDir = await newDataDir()
// The worker must be neither killed for being slow nor replaced for being large: both are what we measure.
const server = await startServer(dataDir, { WORKERS: '1', JOB_TIMEOUT_MS: '600000', WORKER_MEMORY_MB: '65536' })
try {
  const workerPid = (JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }).pid
  const { key } = await server.newKey({ credits: rounds.length })
  const header = ['photo', 'result', ...STEPS.map((step) => `${step} s`), 'request s', 'server peak MB']
  const rows = [[...header, 'worker peak MB', 'above 1 MP']]
  let base = Number.NaN
  for (const { name, photo, fields } of rounds) {
    const before = await stepSeconds(server.baseUrl)
    const startedAt = performance.now()
    const result = await cutout(server.baseUrl, key, photo, fields)
    const seconds = (performance.now() - startedAt) / 1000
    const after = await stepSeconds(server.baseUrl)
    const times = [...STEPS.map((step) => (after.get(step) ?? 0) - (before.get(step) ?? 0)), seconds]
    const peak = await peakMemoryMb(workerPid)
    if (Number.isNaN(base)) base = Number(peak)
    const memory = [await peakMemoryMb(server.pid), peak, Number(peak) - base]
    rows.push([name, result, ...times.map((time) => time.toFixed(2)), ...memory.map(String)])
  }
  console.log(`1 worker; photos of ${small.length} and ${large.length} bytes`)
  for (const row of rows) console.log(row.map((cell) => cell.padStart(15)).join(''))
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

async function enlarged(width: number, height: number): Promise<Buffer> {
  return sharp(await readFile(samplePhoto))
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function cutout(baseUrl: string, key: string, photo: Buffer, fields: Record<string, string>): Promise<string> {
  const body = new FormData()
  body.append('image_file', new Blob([photo]), 'photo.jpg')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const reply = await fetch(`${baseUrl}/v1.0/cutout`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  if (reply.status !== 200) throw new Error(`Status ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
  return `${reply.headers.get('x-width')}x${reply.headers.get('x-height')}`
}

/** Seconds spent in each step since the server started. */
async function stepSeconds(baseUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const sums = text.matchAll(/^silhouette_step_seconds_sum\{step="(\w+)"\} (\S+)$/gm)
  return new Map(Array.from(sums, ([, step, seconds]) => [step!, Number(seconds)]))
}
