/**
 * npx tsx eval/calibrate.ts isnet|u2netp [--set DIR]
 *
 * Measures the value ranges that static quantisation needs, on the photos listed in the ranges file in catalog/, and
 * writes them back to it. Only needed when the photos, the network or its float layers change: the numbers are part of
 * the product. The minimum and maximum of each tensor are averaged over the photos: the extremes of single photos would
 * make every 8-bit step coarser and ruin the edges.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { loadConfig } from '../src/config.js'
import { toTensorData } from '../src/imaging/networks/open-network.js'
import { InferenceSession, Tensor } from '../src/imaging/networks/runtime.js'
import { loadManifest, type NetworkRecipe } from '../src/models/manifest.js'
import { readGraph, writeGraph } from '../src/models/onnx/graph.js'
import { keepOutput } from '../src/models/onnx/keep-output.js'
import { quantise } from '../src/models/onnx/quantise.js'
import { raiseOpset } from '../src/models/onnx/raise-opset.js'
import { toFloat32 } from '../src/models/onnx/to-float32.js'
import { createProgressReporter } from '../src/models/progress.js'
import { modelStoreOf } from '../src/models/store.js'
import { observeRanges } from './observe-ranges.js'

interface RangesFile {
  readonly photos: readonly string[]
  readonly ranges: Readonly<Record<string, readonly [number, number]>>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: 'string', default: '../shared/eval' } },
})
const entry = loadManifest().find(({ id }) => id === positionals[0])
const network = entry?.networks?.find(({ compile }) => compile.kind === 'onnx' && compile.int8)
if (!entry || !network || network.compile.kind !== 'onnx' || !network.compile.int8) {
  throw new Error(`'${positionals[0]}' has no 8-bit network in catalog/models.json`)
}
const { output, int8 } = { ...network.compile, int8: network.compile.int8 }
const store = modelStoreOf(loadConfig(process.env))
await store.pull(createProgressReporter(process.stderr))

const source = await readFile(store.pathOf(entry.files[0]!))
const graph = raiseOpset(keepOutput(toFloat32(readGraph(source)), output))
const tensors = tensorsOf()
const session = await InferenceSession.create(writeGraph(observeRanges(graph, tensors)), { logSeverityLevel: 3 })
const file = path.join('catalog', int8.ranges)
const known = JSON.parse(await readFile(file, 'utf8')) as RangesFile

const sums = new Map(tensors.map((tensor) => [tensor, [0, 0] as [number, number]]))
for (const [index, photo] of known.photos.entries()) {
  const results = await session.run({ [network.input]: await inputFor(path.join(values.set, photo), network) })
  for (const [tensor, sum] of sums) {
    sum[0] += Number(results[`${tensor}:low`]!.data[0])
    sum[1] += Number(results[`${tensor}:high`]!.data[0])
  }
  console.error(`${index + 1}/${known.photos.length} ${photo}`)
}
const mean = (sum: number): number => Number((sum / known.photos.length).toPrecision(5))
const ranges = Object.fromEntries(Array.from(sums, ([tensor, [low, high]]) => [tensor, [mean(low), mean(high)]]))
const text = JSON.stringify({ ...known, ranges }, null, 2)
await writeFile(file, `${text.replace(/\[\s+([-\d.e]+),\s+([-\d.e]+)\s+\]/g, '[$1, $2]')}\n`)
console.log(`${file}: ${tensors.length} tensors on ${known.photos.length} photos`)

/** The tensors whose ranges the quantiser asks for. */
function tensorsOf(): string[] {
  const asked = new Set<string>()
  const anything = new Proxy<RangesFile['ranges']>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
        return [-1, 1]
      },
    },
  )
  quantise(graph, { ranges: anything, keepFloat: (name) => int8.float.some((start) => name.startsWith(start)) })
  return [...asked]
}

async function inputFor(photo: string, recipe: NetworkRecipe): Promise<Tensor> {
  const { size } = recipe
  const upright = sharp(photo).autoOrient().removeAlpha().toColourspace('srgb')
  const rgb = await upright.resize(size, size, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  return new Tensor('float32', toTensorData(rgb, recipe), [1, 3, size, size])
}
