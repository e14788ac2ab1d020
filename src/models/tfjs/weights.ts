/** The weights of a TensorFlow.js model: shards of bytes → named arrays, with the quantised storage undone. */
import { halfToFloat } from '../../base/half-floats.js'
import type { GraphModel, WeightSpec } from './graph.js'

export interface Weight {
  readonly data: Float32Array | Int32Array | Uint8Array
  readonly shape: readonly number[]
  readonly type: 'float32' | 'int32' | 'bool'
}

type Values = Weight['data'] | Uint16Array

const STORED: Readonly<Record<string, { bytes: number; read: (buffer: ArrayBuffer) => Values }>> = {
  float32: { bytes: 4, read: (buffer) => new Float32Array(buffer) },
  int32: { bytes: 4, read: (buffer) => new Int32Array(buffer) },
  float16: { bytes: 2, read: (buffer) => halfToFloat(new Uint16Array(buffer)) },
  uint16: { bytes: 2, read: (buffer) => new Uint16Array(buffer) },
  uint8: { bytes: 1, read: (buffer) => new Uint8Array(buffer) },
  bool: { bytes: 1, read: (buffer) => new Uint8Array(buffer) },
}

/** `shard` gives the content of a file that the model names. */
export function readWeights(model: GraphModel, shard: (path: string) => Uint8Array): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const group of model.weightsManifest) {
    const bytes = Buffer.concat(group.paths.map(shard)) // a weight may begin in one shard and end in the next
    let at = 0
    for (const spec of group.weights) {
      const { weight, length } = readWeight(spec, bytes.subarray(at))
      weights.set(spec.name, weight)
      at += length
    }
  }
  return weights
}

function readWeight(spec: WeightSpec, bytes: Uint8Array): { weight: Weight; length: number } {
  const { name, shape, dtype, quantization } = spec
  const stored = STORED[quantization?.dtype ?? dtype]
  if (!stored || (dtype !== 'float32' && dtype !== 'int32' && dtype !== 'bool')) {
    throw new Error(`Weight ${name} is of type ${quantization?.dtype ?? dtype}, which is not supported`)
  }
  const length = shape.reduce((product, size) => product * size, 1) * stored.bytes
  if (bytes.length < length) throw new Error(`The weights end within ${name}`)
  // A copy: typed arrays must begin at a multiple of their element's size.
  let values: Values = stored.read(new Uint8Array(bytes.subarray(0, length)).buffer)
  if (quantization?.scale !== undefined) {
    const { scale, min = 0 } = quantization
    values = Float32Array.from(values, (level) => level * scale + min)
  }
  const data =
    dtype === 'int32'
      ? Int32Array.from(values, Math.round)
      : dtype === 'bool'
        ? Uint8Array.from(values)
        : Float32Array.from(values)
  return { weight: { data, shape, type: dtype }, length }
}
