/**
 * npx tsx bench/style.ts [PHOTO] [ID,ID] [MEGAPIXELS]
 *
 * A whole request for each style against one for a cut-out, on the same photo, alternating in one run; and the peak memory
 * of the worker. By default the photo is one person from the sample photo, brought to one megapixel.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { fetchNetworks } from '../eval/networks.js'
import { styles } from '../src/imaging/style/recipes.js'
import { samplePerson } from '../test/support/sample-person.js'
import { median } from './median.js'
import { timed, withOneWorker } from './one-worker.js'

const ROUNDS = 3
const [, , file, only, megapixels = '1'] = process.argv
await fetchNetworks()
const original = sharp(file ? await readFile(file) : await samplePerson()).autoOrient()
const { width = 1, height = 1 } = (await original.toBuffer({ resolveWithObject: true })).info
const factor = Math.sqrt((Number(megapixels) * 1e6) / (width * height))
const photo = await original
  .resize(Math.round(width * factor), Math.round(height * factor), { fit: 'fill' })
  .jpeg({ quality: 92 })
  .toBuffer()

await withOneWorker({}, async ({ send, peakMb }) => {
  const cutout = () => timed(() => send('v1/remove', photo, { size: 'full' }))
  await cutout() // warm-up: the first run allocates
  console.log(`cut-out alone: worker peak ${(await peakMb()).worker} MB`)
  const rows: { id: string; ratio: number; ms: number; cutoutMs: number }[] = []
  for (const { id } of styles().filter((style) => !only || only.split(',').includes(style.id))) {
    const times = { cutout: [] as number[], style: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.cutout.push(await cutout())
      times.style.push(await timed(() => send('v1/portrait-style', photo, { style: id })))
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
  console.log(`worker peak ${(await peakMb()).worker} MB`)
})
