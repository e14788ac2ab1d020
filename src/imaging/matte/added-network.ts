/** An added network in memory: the product's pictures in, its answers as logits out. */
import { hashesOf } from '../../base/file-hash.js'
import { floatToHalf, halfToFloat } from '../../base/half-floats.js'
import {
  type AddedNetwork,
  type Answers,
  type Channels,
  type NetworkRecipe,
  NetworkRefused,
} from '../networks/added-network.js'
import { toTensorData } from '../networks/open-network.js'
import { type InferenceSession, Tensor } from '../networks/runtime.js'
import { openSession, type RunOptions } from '../networks/session.js'
import { clamp } from '../raster/clamp.js'
import type { MattingNetwork, Prediction } from './matting-network.js'

export interface LoadedNetwork extends MattingNetwork {
  /** Gives its memory back. */
  release(): Promise<void>
}

/** The file is checked each time: a network with a few wrong weights loads like a right one and draws wrong pictures. */
export async function loadAddedNetwork(network: AddedNetwork, run: RunOptions): Promise<LoadedNetwork> {
  const { name, file, recipe } = network
  const { sha256 } = await hashesOf(file, ['sha256'])
  if (sha256 !== network.sha256) {
    throw new Error(`The network ${name} is not the file that was added (sha256): ${file}. Remove it and add it again`)
  }
  const session = await openSession(file, run)
  const ask = askerOf(session, recipe)
  return {
    size: recipe.size,
    predict: async (rgb) => predictionOf(valuesOf(await ask(rgb)), recipe),
    release: () => session.release(),
  }
}

/** A square picture to the first output, as the network gives it. */
export function askerOf(session: InferenceSession, recipe: NetworkRecipe): (rgb: Uint8Array) => Promise<Tensor> {
  const { input, output, size, layout } = recipe
  const dims = layout === 'NHWC' ? [1, size, size, 3] : [1, 3, size, size]
  const [door] = session.inputMetadata
  const isHalf = door?.isTensor === true && door.type === 'float16'
  return async (rgb) => {
    const data = toTensorData(rgb, { size, layout, ...normalisation(rgb, recipe) })
    const tensor = isHalf ? new Tensor('float16', floatToHalf(data), dims) : new Tensor('float32', data, dims)
    const answer = (await session.run({ [input]: tensor }, [output]))[output]
    if (!answer) throw new NetworkRefused(`It gives no ${output}`)
    return answer as Tensor
  }
}

/** These networks were trained on pictures whose largest value is 1. */
function normalisation(rgb: Uint8Array, { mean, deviation }: NetworkRecipe): { mean: Channels; deviation: Channels } {
  const largest = rgb.reduce((most, value) => Math.max(most, value), 0) || 1
  const scaled = ([r, g, b]: Channels): Channels => [r * largest, g * largest, b * largest]
  return { mean: scaled(mean), deviation: scaled(deviation) }
}

/** Halves come as their bits. */
export const valuesOf = ({ data, type }: Tensor): Float32Array =>
  type === 'float16' ? halfToFloat(data as unknown as Uint16Array) : (data as Float32Array)

/** Certainty of one in ten thousand; a network that says 1 means no more. */
const MOST = 9.2
/** The matte is decided on a grid about this fine: of a larger answer, means are taken instead of single points. */
const FINE_ENOUGH = 320

export function predictionOf(
  values: Float32Array,
  { size, answers }: Pick<NetworkRecipe, 'size' | 'answers'>,
): Prediction {
  const probability = probabilityOf(answers)
  let [plane, side] = [Float32Array.from(values, probability), size]
  while (side % 2 === 0 && side / 2 >= FINE_ENOUGH) {
    plane = halved(plane, side)
    side /= 2
  }
  return { size: side, logits: plane.map(logitOf) }
}

const probabilityOf = (answers: Answers): ((value: number) => number) =>
  answers === 'logits' ? (logit) => 1 / (1 + Math.exp(-clamp(logit, -MOST, MOST))) : (value) => value

const logitOf = (value: number): number => clamp(Math.log(value / (1 - value)), -MOST, MOST)

function halved(plane: Float32Array, side: number): Float32Array<ArrayBuffer> {
  const half = side / 2
  const out = new Float32Array(half * half)
  for (let y = 0, at = 0; y < half; y++) {
    for (let x = 0, from = y * 2 * side; x < half; x++, from += 2, at++) {
      out[at] = (plane[from]! + plane[from + 1]! + plane[from + side]! + plane[from + side + 1]!) / 4
    }
  }
  return out
}
