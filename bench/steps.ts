/**
 * npx tsx bench/steps.ts [MEGAPIXELS,…]
 *
 * Every step of a cut-out in this process, on the sample photo at 1, 12 and 48 megapixels: the least and the median time
 * of each, and how each grows with the photo. Steps on the small square copy take the same time whatever the photo.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { fetchNetworks } from '../eval/networks.js'
import { loadConfig } from '../src/config/load.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import { encodeToFile } from '../src/imaging/codec/encode.js'
import { IMAGE_SIDES } from '../src/imaging/job.js'
import { decide } from '../src/imaging/matte/decide.js'
import { loadEdgeNetwork } from '../src/imaging/matte/edges/edge-network.js'
import { createEdgeRefiner } from '../src/imaging/matte/edges/fine-edges.js'
import { cleanColours } from '../src/imaging/matte/foreground.js'
import { LOOKS, takeLooks } from '../src/imaging/matte/looks.js'
import { loadMattingNetwork } from '../src/imaging/matte/matting-network.js'
import { showsSubject } from '../src/imaging/matte/shows-subject.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import { smallerCopy, squareCopy } from '../src/imaging/raster/square-copy.js'
import { subjectBox } from '../src/imaging/raster/subject-box.js'
import { wholeView } from '../src/imaging/raster/view.js'
import { median } from './median.js'
import { sampleOf } from './sample.js'

const ROUNDS = 9
const SIDE = 320
const limits = { ...IMAGE_SIDES, pixels: 50_000_000 }
const sizes = (process.argv[2] ?? '1,12,48').split(',').map(Number)
const config = loadConfig(process.env)
const { threadsPerWorker } = config.engine
sharp.cache(false)
sharp.concurrency(threadsPerWorker)
const { matte: matteFile, edge } = chooseNetworks(await (await fetchNetworks()).networks())
const network = await loadMattingNetwork(matteFile, threadsPerWorker)
const refineEdges = createEdgeRefiner(await loadEdgeNetwork(edge, { threads: threadsPerWorker }))

/** By step, then by size: milliseconds of each round. */
const times = new Map<string, number[][]>()
const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-steps-'))
try {
  for (const [column, megapixels] of sizes.entries()) {
    const file = path.join(folder, 'photo.jpg')
    await writeFile(file, await sampleOf(megapixels))
    for (let round = 0; round < ROUNDS; round++) {
      await cutOut(file, (step, ms) => {
        const ofStep = times.get(step) ?? sizes.map(() => [])
        ofStep[column]!.push(ms)
        times.set(step, ofStep)
      })
      console.error(`${megapixels} MP: round ${round + 1} of ${ROUNDS}`)
    }
  }
} finally {
  await rm(folder, { recursive: true })
}
console.log(['step'.padEnd(34), ...sizes.map((size) => `${size} MP ms (least)`.padStart(20))].join(''))
for (const [step, columns] of times) {
  const cells = columns.map((ms) => `${median(ms).toFixed(1)} (${Math.min(...ms).toFixed(1)})`.padStart(20))
  console.log([step.padEnd(34), ...cells].join(''))
}

async function cutOut(file: string, record: (step: string, ms: number) => void): Promise<void> {
  const timed = async <T>(step: string, work: () => T | Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    record(step, performance.now() - startedAt)
    return result
  }
  const photo = await timed('decode the JPEG', () => decodePhoto(file, limits))
  const copy = await timed('the network’s copy', () => squareCopy(photo, network.size))
  await timed('the network', () => network.predict(copy))
  const { square, side, logits, first } = await takeLooks(network, wholeView(photo), LOOKS.fast, SIDE)
  const rgb = await timed('the grid’s copy', () => smallerCopy(square, side, SIDE))
  const { alpha: matte } = await timed('decide', () => decide({ logits, rgb, size: SIDE }))
  await timed('is there a subject', () => showsSubject(first))
  const alpha = await timed('the edge network', () =>
    refineEdges({ size: SIDE, alpha: matte }, photo, LOOKS.balanced.edges),
  )
  const cutout = { ...photo, alpha }
  await timed('clean the edges’ colours', () => cleanColours(cutout))
  await timed('the subject’s box', () => subjectBox(alpha, photo.width, photo.height))
  const output = `${file}.out`
  await timed('write a PNG', () => encodeToFile(cutout, { format: 'png', channels: 'rgba' }, output))
  await timed('write a JPEG', () => encodeToFile(cutout, { format: 'jpg', channels: 'rgba' }, output))
}
