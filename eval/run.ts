/**
 * npm run eval [-- --set DIR] [--only TEXT]
 *
 * Runs the product's own pipeline over photos with ground truth, writes the cut-outs and a contact sheet to report/eval,
 * and prints how good they are beside plain ISNet (its answer enlarged, nothing else) from the same run.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { loadConfig } from '../src/config.js'
import { createDeadline } from '../src/imaging/deadline.js'
import { loadNetworks, pickNetworks } from '../src/imaging/networks.js'
import { runJob, type Tools } from '../src/imaging/run.js'
import { createProgressReporter } from '../src/models/progress.js'
import { modelStoreOf } from '../src/models/store.js'
import { writeContactSheet } from './contact-sheet.js'
import { type Entry, loadEvaluationSet, loadTruth } from './evaluation-set.js'
import { colourIntegrity, type Pixels, type Plane, scoreAlpha } from './metrics.js'
import { renderTable, type ScoredPicture } from './table.js'

const { values } = parseArgs({
  options: { set: { type: 'string', default: '../shared/eval' }, only: { type: 'string', default: '' } },
})
const entries = (await loadEvaluationSet(values.set))?.filter((entry) => entry.id.includes(values.only))
if (!entries) {
  console.log(`Nothing evaluated: there is no evaluation set in ${path.resolve(values.set)}.`)
  process.exit(0)
}

const folder = path.resolve('report/eval')
await mkdir(folder, { recursive: true })
const { tools, lastIsnetAnswer } = await loadTools()
const product: ScoredPicture[] = []
const plainIsnet: ScoredPicture[] = []

for (const [index, entry] of entries.entries()) {
  const file = path.join(folder, `${entry.id}.png`)
  const { timingsMs } = await runJob(
    { kind: 'cutout', cap: { longestSide: 4096 }, format: 'png', channels: 'rgba', watermark: false, classify: false },
    { input: entry.file, output: file },
    { ...tools, deadline: createDeadline(600_000) },
  )
  const { alpha: truth, ignore } = await loadTruth(entry)
  const cutout = await loadPixels(file, 4)
  const alpha = alphaOf(cutout)
  const rgbE = colourIntegrity(cutout, await loadPixels(entry.file, 3), alpha, truth)
  product.push(scored(entry, { ...scoreAlpha(alpha, truth, ignore), rgbE }))
  plainIsnet.push(scored(entry, scoreAlpha(await enlarged(lastIsnetAnswer(), truth), truth, ignore)))
  console.error(`${index + 1}/${entries.length} ${entry.id}: ${Math.round(timingsMs.infer)} ms`)
}

const report = `Silhouette\n${renderTable(product)}\n\nPlain ISNet, bicubic\n${renderTable(plainIsnet)}\n`
await writeFile(path.join(folder, 'scores.txt'), report)
await writeContactSheet(entries, folder)
console.log(`${report}\nCut-outs, scores.txt and contact-sheet.jpg are in ${folder}`)

function scored(entry: Entry, scores: ScoredPicture['scores']): ScoredPicture {
  const { id, category, tags, gt_kind } = entry
  return { id, category, tags, gt_kind, scores }
}

/** The product's networks; what ISNet alone said is noted on the way, so that it need not run twice. */
async function loadTools() {
  const config = loadConfig(process.env)
  const store = modelStoreOf(config)
  await store.pull(createProgressReporter(process.stderr))
  const files = pickNetworks(await store.networks())
  const { matting, findSubject, findFaces } = await loadNetworks(files, config.engine.threadsPerWorker)
  let answer: Plane = { data: new Float32Array(), width: 0, height: 0 }
  const { isnet } = matting
  const predict = isnet.predict
  isnet.predict = async (rgb) => {
    const data = await predict(rgb)
    answer = { data: data.slice(), width: isnet.size, height: isnet.size }
    return data
  }
  const limits = { pixels: config.limits.pixels, minSide: 1, maxSide: 100_000 }
  const tools: Omit<Tools, 'deadline'> = { findSubject, findFaces, limits }
  return { tools, lastIsnetAnswer: () => answer }
}

async function loadPixels(file: string, channels: 3 | 4): Promise<Pixels> {
  // Profiles are left alone here: the truth was made from the numbers in the file.
  const upright = sharp(file, { ignoreIcc: true }).autoOrient().toColourspace('srgb')
  const { data, info } = await (channels === 4 ? upright.ensureAlpha() : upright.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels }
}

function alphaOf({ data, width, height }: Pixels): Plane {
  return { data: Float64Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]! / 255), width, height }
}

async function enlarged(plane: Plane, { width, height }: Plane): Promise<Plane> {
  const bytes = Uint8Array.from(plane.data, (value) => Math.round(value * 255))
  const data = await sharp(bytes, { raw: { width: plane.width, height: plane.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { data: Float64Array.from(data, (value) => value / 255), width, height }
}
