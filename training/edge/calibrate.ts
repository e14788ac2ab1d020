/**
 * npx tsx training/edge/calibrate.ts EDGE.npz PHOTO… > RANGES.json
 *
 * Measures the value ranges that static quantisation needs, on the pieces that the product would cut from these photos.
 * The minimum and maximum of each tensor are averaged over the pieces, as for the matte network.
 */
import path from 'node:path'
import { loadConfig } from '../../src/config/load.js'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { decide } from '../../src/imaging/matte/decide.js'
import type { Pieces } from '../../src/imaging/matte/edges/edge-network.js'
import { createEdgeRefiner } from '../../src/imaging/matte/edges/fine-edges.js'
import { LOOKS, takeLooks } from '../../src/imaging/matte/looks.js'
import { loadMattingNetwork } from '../../src/imaging/matte/matting-network.js'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import { InferenceSession, Tensor } from '../../src/imaging/networks/runtime.js'
import { smallerCopy } from '../../src/imaging/raster/square-copy.js'
import { wholeView } from '../../src/imaging/raster/view.js'
import { modelStoreOf } from '../../src/models/store.js'
import { writeGraph } from '../onnx/graph.js'
import { observeRanges } from '../onnx/observe-ranges.js'
import { rangesAsked } from '../onnx/quantise.js'
import { CHANNELS, INPUT, readEdgeGraph, SIDE } from './graph.js'

const [trained, ...photos] = process.argv.slice(2)
if (!trained || photos.length === 0) throw new Error('Give the trained weights and photos: EDGE.npz PHOTO…')

const GRID = 320
const LIMITS = { pixels: 1e9, minSide: 1, maxSide: 1e5 }
const { graph, head } = readEdgeGraph(trained)
const tensors = rangesAsked(graph, (name) => name === head)
const session = await InferenceSession.create(writeGraph(observeRanges(graph, tensors)), { logSeverityLevel: 3 })
const sums = new Map(tensors.map((tensor) => [tensor, [0, 0] as [number, number]]))
let pieces = 0

const refine = createEdgeRefiner({ side: SIDE, most: 1, refine: observe })
const network = await loadMattingNetwork(
  chooseNetworks(await modelStoreOf(loadConfig(process.env)).networks()).matte,
  2,
)
for (const file of photos) {
  const photo = await decodePhoto(file, LIMITS)
  const { view, square, side, logits } = await takeLooks(network, wholeView(photo), LOOKS.balanced, GRID)
  const rgb = await smallerCopy(square, side, GRID)
  await refine(decide({ logits, rgb, size: GRID }), view.photo, LOOKS.balanced.edges)
  console.error(`${file}: ${pieces} pieces so far`)
}

const mean = (sum: number): number => Number((sum / pieces).toPrecision(5))
const measured = Array.from(sums, ([tensor, [low, high]]) => [tensor, [mean(low), mean(high)]])
// The input has all values that a byte can have: (v - 128) / 256.
const ranges = { ...Object.fromEntries(measured), [INPUT]: [-128 / 256, 127 / 256] }
const text = JSON.stringify({ photos: photos.map((photo) => path.basename(photo)), pieces, ranges }, null, 2)
console.log(text.replace(/\[\s+([-\d.e]+),\s+([-\d.e]+)\s+\]/g, '[$1, $2]'))

/** Stands in for the network: looks at what it would see. */
async function observe({ cells, rough }: Pieces): Promise<Uint8Array> {
  const values = Float32Array.from(cells, (v) => (v - 128) / 256)
  const results = await session.run({ [INPUT]: new Tensor('float32', values, [1, CHANNELS, SIDE / 2, SIDE / 2]) })
  for (const [tensor, sum] of sums) {
    sum[0] += Number(results[`${tensor}:low`]!.data[0])
    sum[1] += Number(results[`${tensor}:high`]!.data[0])
  }
  pieces += 1
  return rough
}
