/**
 * npm run eval [-- FOLDER] [--only TEXT] [--quality fast|balanced|best]
 *
 * Runs the product's own pipeline on photos with ground truth, writes the cut-outs and a contact sheet to report/eval,
 * and prints their scores next to those of the network alone in the same run: one look, its answer enlarged, the photo's
 * own colours, nothing else.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { loadConfig } from '../src/config/load.js'
import { createDeadline } from '../src/imaging/deadline.js'
import { loadTools } from '../src/imaging/load-tools.js'
import { toProbability } from '../src/imaging/matte/logit-plane.js'
import type { MattingNetwork } from '../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../src/imaging/networks/choose.js'
import { enlargeBilinear } from '../src/imaging/raster/bilinear.js'
import { squareOf } from '../src/imaging/raster/picture.js'
import { type JobTools, runJob } from '../src/imaging/run-job.js'
import { mattingSetupFor } from '../src/networks/setup.js'
import { writeContactSheet } from './contact-sheet.js'
import { decidednessOf } from './decidedness.js'
import { edgeColourError } from './edge-colour.js'
import { edgeFaultsOf, type Judged, renderEdgeFaults } from './edge-faults.js'
import { chooseSet, type Entry, endWithoutPhotos, loadEvaluationSet, loadTruth, PAIRS } from './evaluation-set.js'
import { colourIntegrity, type Pixels, type Plane, scoreAlpha } from './metrics.js'
import { multiLevelForeground } from './multi-level.js'
import { fetchNetworks } from './networks.js'
import { countOf, meanOf, renderTable, type ScoredPicture } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    quality: { type: 'string' },
  },
})
const set = chooseSet(positionals)
const entries = (await loadEvaluationSet(set))?.filter((entry) => entry.id.includes(values.only))
if (!entries) endWithoutPhotos('npm run eval --', set, PAIRS)

const config = loadConfig({ ...process.env, ...(values.quality && { QUALITY: values.quality }) })
const folder = path.resolve('report/eval')
await mkdir(folder, { recursive: true })
const { tools, network } = await loadContenders()
const product: ScoredPicture[] = []
const plain: ScoredPicture[] = []
const judged: Judged[] = []

for (const [index, entry] of entries.entries()) {
  const file = path.join(folder, `${entry.id}.png`)
  const { timingsMs } = await runJob(
    { kind: 'cutout', cap: { longestSide: 4096 }, format: 'png', channels: 'rgba', watermark: false, classify: false },
    { input: entry.file, output: file },
    { ...tools, deadline: createDeadline(600_000) },
  )
  const { alpha: truth, ignore } = await loadTruth(entry)
  const photo = await loadPixels(entry.file, 3)
  const cutout = await loadPixels(file, 4)
  const alpha = alphaOf(cutout)
  const reference = multiLevelForeground(photo, truth)
  product.push({
    ...headOf(entry),
    faults: decidednessOf(alpha, truth, ignore),
    scores: {
      ...scoreAlpha(alpha, truth, ignore),
      rgbE: colourIntegrity(cutout, photo, alpha, truth),
      edgeE: edgeColourError(cutout, reference, alpha, truth),
    },
  })
  const isSoft = entry.gt_kind === 'alpha' || entry.gt_kind === 'reference-matte'
  judged.push({ category: entry.category, edges: edgeFaultsOf(photo, alpha, truth, isSoft) })
  const bare = await plainAlpha(network, entry.file, truth)
  plain.push({
    ...headOf(entry),
    faults: decidednessOf(bare, truth, ignore),
    scores: { ...scoreAlpha(bare, truth, ignore), edgeE: edgeColourError(photo, reference, alpha, truth) },
  })
  console.error(`${index + 1}/${entries.length} ${entry.id}: ${Math.round(timingsMs.infer)} ms`)
}

const title = `Silhouette, quality ${config.engine.quality}`
const report = `${title}\n${renderTable(product)}\n\n${renderEdgeFaults(judged)}\n\nThe network alone\n${renderTable(plain)}\n\n${comparison()}\n`
await writeFile(path.join(folder, 'scores.txt'), report)
await writeContactSheet(entries, folder)
console.log(`${report}\nCut-outs, scores.txt and contact-sheet.jpg are in ${folder}`)

function comparison(): string {
  const gain = (column: 'IoU' | 'BF'): string =>
    `${column} ${((meanOf(product, column)! - meanOf(plain, column)!) * 100).toFixed(2)} points`
  const change = (column: 'MAE' | 'edgeE'): string =>
    `${column} ${((meanOf(product, column)! / meanOf(plain, column)! - 1) * 100).toFixed(1)} %`
  const faults = `${countOf(product, 'seeThrough')} see-through (${countOf(plain, 'seeThrough')}), ${countOf(product, 'ghosted')} ghosted (${countOf(plain, 'ghosted')})`
  return `Against the network alone: ${gain('IoU')}, ${gain('BF')}, ${change('MAE')}, ${change('edgeE')}, ${faults}`
}

function headOf({ id, category, tags, gt_kind }: Entry): Pick<ScoredPicture, 'id' | 'category' | 'tags' | 'gt_kind'> {
  return { id, category, tags, gt_kind }
}

async function loadContenders(): Promise<{ tools: Omit<JobTools, 'deadline'>; network: MattingNetwork }> {
  const files = chooseNetworks(await (await fetchNetworks()).networks())
  const { threadsPerWorker } = config.engine
  const setup = await mattingSetupFor(config)
  const { matting, findSubject, findFaces, findNearest } = await loadTools(files, setup, threadsPerWorker)
  const limits = { pixels: config.limits.pixels, minSide: 1, maxSide: 100_000 }
  return { tools: { findSubject, findFaces, findNearest, limits }, network: matting }
}

async function loadPixels(file: string, channels: 3 | 4): Promise<Pixels> {
  // Colour profiles are ignored: the truth was made from the raw values in the file.
  const upright = sharp(file, { ignoreIcc: true }).autoOrient().toColourspace('srgb')
  const { data, info } = await (channels === 4 ? upright.ensureAlpha() : upright.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels }
}

function alphaOf({ data, width, height }: Pixels): Plane {
  return { data: Float64Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]! / 255), width, height }
}

/** Logits doubled in size, sigmoid, then bicubic enlargement. */
async function plainAlpha(network: MattingNetwork, file: string, { width, height }: Plane): Promise<Plane> {
  const side = network.size
  const square = sharp(file).autoOrient().removeAlpha().toColourspace('srgb')
  const rgb = await square.resize(side, side, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  const { size, logits } = await network.predict(rgb)
  const bytes = Uint8Array.from(toProbability(enlargeBilinear(logits, squareOf(size), squareOf(side))), (value) =>
    Math.round(value * 255),
  )
  const data = await sharp(bytes, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { data: Float64Array.from(data, (value) => value / 255), width, height }
}
