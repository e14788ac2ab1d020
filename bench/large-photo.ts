/**
 * npx tsx bench/large-photo.ts
 *
 * What the largest photos cost: time per step, and the worker's peak memory above that of a one-megapixel photo. The peak
 * only grows, so each row includes the ones before it.
 */
import sharp from 'sharp'
import { readSamplePhoto } from '../eval/networks.js'
import { STEPS, timed, withOneWorker } from './one-worker.js'

const MAX_UPLOAD_BYTES = 20_971_520

const small = await enlarged(1118, 894)
const large = await enlarged(8000, 6000)
if (large.length > MAX_UPLOAD_BYTES) throw new Error(`The large photo has ${large.length} bytes`)

const rounds = [
  { name: '1 MP, jpg', photo: small, fields: { size: 'full', format: 'jpg' } },
  { name: '48 MP, jpg', photo: large, fields: { size: '50MP', format: 'jpg' } },
  { name: '48 MP, zip', photo: large, fields: { size: '50MP', format: 'zip' } },
]
const header = ['photo', 'result', ...STEPS.map((step) => `${step} s`), 'request s', 'server peak MB']
const rows = [[...header, 'worker peak MB', 'above 1 MP']]
// The worker must be neither killed for being slow nor replaced for being large: both are what we measure.
const unlimited = { JOB_TIMEOUT_MS: '600000', WORKER_MEMORY_MB: '65536' }
await withOneWorker(unlimited, async ({ send, stepMs, peakMb }) => {
  let base = Number.NaN
  for (const { name, photo, fields } of rounds) {
    const before = await stepMs()
    let result = ''
    const ms = await timed(async () => {
      const headers = await send('v1.0/cutout', photo, fields)
      result = `${headers.get('x-width')}x${headers.get('x-height')}`
    })
    const times = [...(await stepMs()).map((after, i) => after - before[i]!), ms]
    const { server, worker } = await peakMb()
    if (Number.isNaN(base)) base = Number(worker)
    const memory = [server, worker, Number(worker) - base]
    rows.push([name, result, ...times.map((time) => (time / 1000).toFixed(2)), ...memory.map(String)])
  }
})
console.log(`1 worker; photos of ${small.length} and ${large.length} bytes`)
for (const row of rows) console.log(row.map((cell) => cell.padStart(15)).join(''))

async function enlarged(width: number, height: number): Promise<Buffer> {
  return sharp(await readSamplePhoto())
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
