/**
 * npx tsx bench/style.ts [PHOTO] [ID,ID]
 *
 * The whole request of every style against that of a cut-out, on the same photo of one megapixel and in one run, turn and
 * turn about; and the peak memory of the worker. Without a photo, a person of the sample photo is used, enlarged.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { styles } from '../src/imaging/style/catalog.js'
import { samplePhoto } from '../test/support/project.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { peakMemoryMb } from './peak-memory.js'

const ROUNDS = 3
const [, , file, only] = process.argv
const original = file
  ? sharp(await readFile(file)).autoOrient()
  : sharp(samplePhoto).extract({ left: 45, top: 292, width: 618, height: 795 })
const { width = 1, height = 1 } = (await original.toBuffer({ resolveWithObject: true })).info
const factor = Math.sqrt(1e6 / (width * height))
const photo = await original
  .resize(Math.round(width * factor), Math.round(height * factor), { fit: 'fill' })
  .jpeg({ quality: 92 })
  .toBuffer()

const dataDir = await newDataDir()
const server = await startServer(dataDir, { WORKERS: '1' })
try {
  const workerPid = (JSON.parse(await server.printed(/"msg":"worker ready"/)) as { pid: number }).pid
  const { key } = await server.newKey({ credits: 100_000, rateLimit: 100_000 })
  const request = async (route: string, fields: Record<string, string>): Promise<number> => {
    const body = new FormData()
    body.append('image_file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const startedAt = performance.now()
    const reply = await fetch(`${server.baseUrl}/v1/${route}`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
    if (reply.status !== 201) throw new Error(`${route}: status ${reply.status}: ${await reply.text()}`)
    return performance.now() - startedAt
  }
  const cutout = () => request('remove', { size: 'full' })
  await cutout() // the first run allocates
  console.log(`the cut-out alone: worker peak ${await peakMemoryMb(workerPid)} MB`)
  const rows: { id: string; ratio: number; ms: number; cutoutMs: number }[] = []
  for (const { id } of styles.filter((style) => !only || only.split(',').includes(style.id))) {
    const times = { cutout: [] as number[], style: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.cutout.push(await cutout())
      times.style.push(await request('portrait-style', { style: id }))
    }
    const [ms, cutoutMs] = [median(times.style), median(times.cutout)]
    rows.push({ id, ratio: ms / cutoutMs, ms, cutoutMs })
    console.error(`${id} ${(ms / cutoutMs).toFixed(2)}`)
  }
  for (const { id, ratio, ms, cutoutMs } of rows.toSorted((a, b) => b.ratio - a.ratio)) {
    console.log(
      `${id.padEnd(18)} ${ms.toFixed(0).padStart(6)} ms, cut-out ${cutoutMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
    )
  }
  console.log(`worker peak ${await peakMemoryMb(workerPid)} MB`)
} finally {
  server.signal('SIGTERM')
  await server.ended
  await removeDataDir(dataDir)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
