/**
 * npx tsx training/matte/calibrate.ts FLOAT32.onnx PHOTO… > RANGES.json
 *
 * Measures the value ranges that static quantisation needs. The minimum and maximum of each tensor are averaged over the
 * photos: the extremes of single photos would make every 8-bit step coarser and ruin the edges.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { toTensorData } from '../../src/imaging/networks/open-network.js'
import { InferenceSession, Tensor } from '../../src/imaging/networks/runtime.js'
import { loadManifest } from '../../src/models/manifest.js'
import { readGraph, writeGraph } from '../onnx/graph.js'
import { observeRanges } from '../onnx/observe-ranges.js'
import { rangesAsked } from '../onnx/quantise.js'
import { keepFloat } from './keep-float.js'

const [source, ...photos] = process.argv.slice(2)
if (!source || photos.length === 0) throw new Error('Give the float network and photos: FLOAT32.onnx PHOTO…')

const recipe = loadManifest()
  .flatMap(({ networks = [] }) => networks)
  .find(({ id }) => id === 'matte')
if (!recipe) throw new Error('The model manifest has no matte network')
const { size } = recipe
const graph = readGraph(await readFile(source))
const tensors = rangesAsked(graph, keepFloat)
const session = await InferenceSession.create(writeGraph(observeRanges(graph, tensors)), { logSeverityLevel: 3 })

const sums = new Map(tensors.map((tensor) => [tensor, [0, 0] as [number, number]]))
for (const [index, photo] of photos.entries()) {
  const upright = sharp(photo).autoOrient().removeAlpha().toColourspace('srgb')
  const rgb = await upright.resize(size, size, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  const input = new Tensor('float32', toTensorData(rgb, recipe), [1, 3, size, size])
  const results = await session.run({ [recipe.input]: input })
  for (const [tensor, sum] of sums) {
    sum[0] += Number(results[`${tensor}:low`]!.data[0])
    sum[1] += Number(results[`${tensor}:high`]!.data[0])
  }
  console.error(`${index + 1}/${photos.length} ${photo}`)
}
const mean = (sum: number): number => Number((sum / photos.length).toPrecision(5))
const ranges = Object.fromEntries(Array.from(sums, ([tensor, [low, high]]) => [tensor, [mean(low), mean(high)]]))
const text = JSON.stringify({ photos: photos.map((photo) => path.basename(photo)), ranges }, null, 2)
console.log(text.replace(/\[\s+([-\d.e]+),\s+([-\d.e]+)\s+\]/g, '[$1, $2]'))
