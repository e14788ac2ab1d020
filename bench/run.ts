/**
 * npm run bench [-- FOLDER | MEGAPIXELS,…]
 *
 * Whole requests against one look of the matte network alone, in one run; where their time goes; and the peak memory of
 * server and worker. The photos are those of a folder, or else the sample photo at 1, 12 and 48 megapixels. Absolute times
 * depend on the machine and its other load: only the ratios count. bench/steps.ts goes into the steps themselves.
 */
import { readFile } from 'node:fs/promises'
import { endWithoutPhotos, loadPhotos } from '../eval/evaluation-set.js'
import { fetchNetworks } from '../eval/networks.js'
import { loadConfig } from '../src/config/load.js'
import { loadMattingNetwork } from '../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import { median } from './median.js'
import { STEPS, timed, withOneWorker } from './one-worker.js'
import { sampleOf } from './sample.js'

const ROUNDS = 7
const WARM_UP = 4
const [wanted = '1,12,48'] = process.argv.slice(2)
const photos = /^[\d.,]+$/.test(wanted) ? await samplesOf(wanted.split(',').map(Number)) : await photosIn(wanted)
const { matte } = chooseNetworks(await (await fetchNetworks()).networks())
const threads = loadConfig(process.env).engine.threadsPerWorker
const network = await loadMattingNetwork(matte, threads)
const oneLook = () => network.predict(new Uint8Array(network.size ** 2 * 3).fill(127))
await oneLook() // warm-up: the first run allocates

const header = ['request ms', 'one look ms', 'ratio', ...STEPS.map((step) => `${step} ms`), 'rest ms']
const rows: string[][] = [['photo', ...header, 'server MB', 'worker MB']]
await withOneWorker({ THREADS_PER_WORKER: String(threads) }, async ({ send, stepMs, peakMb }) => {
  for (const [name, photo] of photos) {
    const request = () => send('v1/remove', photo, { size: 'full' })
    const requests: number[] = []
    const alone: number[] = []
    const ofSteps: number[][] = []
    // A worker that has just started has not compiled its loops yet.
    for (let warmUp = 0; warmUp < WARM_UP; warmUp++) await request()
    // Alternating, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      const before = await stepMs()
      requests.push(await timed(request))
      ofSteps.push((await stepMs()).map((ms, i) => ms - before[i]!))
      alone.push(await timed(oneLook))
      console.error(`${name}: round ${round + 1} of ${ROUNDS}`)
    }
    const [whole, part] = [median(requests), median(alone)]
    const parts = STEPS.map((_, i) => median(ofSteps.map((ms) => ms[i]!)))
    const rest = whole - parts.reduce((sum, ms) => sum + ms, 0)
    const times = [...parts, rest].map((ms) => ms.toFixed(0))
    const { server, worker } = await peakMb()
    rows.push([name, whole.toFixed(0), part.toFixed(0), (whole / part).toFixed(2), ...times, `${server}`, `${worker}`])
  }
})
console.log(`1 worker, ${threads} threads, size=full, median of ${ROUNDS}`)
const nameWidth = Math.max(...rows.map(([name = '']) => name.length))
for (const [name = '', ...cells] of rows)
  console.log(name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(12)).join(''))

async function samplesOf(sizes: readonly number[]): Promise<Map<string, Buffer>> {
  const photos = new Map<string, Buffer>()
  for (const megapixels of sizes) photos.set(`${megapixels} MP`, await sampleOf(megapixels))
  return photos
}

async function photosIn(folder: string): Promise<Map<string, Buffer>> {
  const found = await loadPhotos(folder)
  if (found.length === 0) endWithoutPhotos('npm run bench --', folder, 'photos, in FOLDER or in FOLDER/photos')
  return new Map(await Promise.all(found.map(async ({ id, file }) => [id, await readFile(file)] as const)))
}
