/**
 * npx tsx training/matte/calibrate.ts FLOAT16.onnx PHOTO… > RANGES.json
 *
 * Measures the value ranges that static quantisation needs. The minimum and maximum of each tensor are averaged over the
 * photos: the extremes of single photos would make every 8-bit step coarser and ruin the edges.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { toTensorData } from '../../src/imaging/networks/open-network.js'
import { InferenceSession, Tensor } from '../../src/imaging/networks/runtime.js'
import { readGraph, writeGraph } from '../onnx/graph.js'
import { keepOutput } from '../onnx/keep-output.js'
import { observeRanges } from '../onnx/observe-ranges.js'
import { rangesAsked } from '../onnx/quantise.js'
import { raiseOpset } from '../onnx/raise-opset.js'
import { resizeInput } from '../onnx/resize-input.js'
import { toFloat32 } from '../onnx/to-float32.js'
import { FLOAT_SIZE, inputRecipe, keepFloat, OUTPUT } from './recipe.js'

const [source, ...photos] = process.argv.slice(2)
if (!source || photos.length === 0) throw new Error('Give the float network and photos: FLOAT16.onnx PHOTO…')

const recipe = inputRecipe()
const { size } = recipe
const float = keepOutput(toFloat32(readGraph(await readFile(source))), OUTPUT)
const graph = raiseOpset(resizeInput(float, FLOAT_SIZE, size))
const tensors = rangesAsked(graph, keepFloat)
const session = await InferenceSession.create(writeGraph(observeRanges(graph, tensors)), { logSeverityLevel: 3 })

const sums = new Map(tensors.map((tensor) => [tensor, [0, 0] as [number, number]]))
for (const [index, photo] of photos.entries()) {
  const results = await session.run({ [recipe.input]: await inputFrom(photo) })
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

async function inputFrom(photo: string): Promise<Tensor> {
  const upright = sharp(photo).autoOrient().removeAlpha().toColourspace('srgb')
  const rgb = await upright.resize(size, size, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  return new Tensor('float32', toTensorData(rgb, recipe), [1, 3, size, size])
}
