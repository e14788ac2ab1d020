/**
 * Static quantisation: convolutions, and what moves their results around, compute in 8 bits. The value range of each
 * tensor is known beforehand: measured once on photos and stored with the product. Weights get a scale per output
 * channel, derived from the weights themselves. The graph says all this with QuantizeLinear/DequantizeLinear pairs,
 * which the runtime fuses into its 8-bit kernels.
 *
 * Where precision is visible the network stays in float: such nodes are named.
 */
import { AttributeProto, AttributeType, DataType } from '../../src/models/onnx/fields.js'
import { intField, textField } from '../../src/models/onnx/protobuf.js'
import { dimsOf, floatsOf, type Graph, makeTensor, type Node, nameOfValue, plainNode, type Tensor } from './graph.js'

/** Smallest and largest value that a tensor took on the calibration photos. */
export type Ranges = Readonly<Record<string, readonly [low: number, high: number]>>

export interface QuantiseOptions {
  readonly ranges: Ranges
  /** Nodes that keep computing in float, by name. */
  readonly keepFloat: (name: string) => boolean
}

/**
 * Weights have 7 bits: x64 processors without VNNI add products up in pairs, in 16 bits. Weights of 8 bits overflow
 * there, which moves single pixels by half of the whole range; with 7 bits all processors give the same result, at the
 * same quality and speed.
 */
const LARGEST_WEIGHT = 63

/** Operators that can compute in 8 bits, with how many of their first inputs are pictures. */
const PICTURES_READ: Readonly<Record<string, number>> = {
  Conv: 1,
  MaxPool: 1,
  Resize: 1,
  Add: 2,
  Concat: Number.POSITIVE_INFINITY,
}

export function quantise(graph: Graph, { ranges, keepFloat }: QuantiseOptions): Graph {
  const source = withoutRelus(graph, keepFloat)
  const pictures = picturesOf(graph, source)
  const origin = rangeOrigins(source)
  const constants = new Map(graph.constants)
  const nodes: Node[] = []
  const addConstant = (name: string, type: bigint, dims: readonly number[], data: ArrayBufferView): string => {
    constants.set(name, makeTensor(name, type, dims, data))
    return name
  }
  const scaleOf = (tensor: string): Scale => {
    const measured = origin.get(tensor) ?? tensor
    const range = ranges[measured]
    if (!range) throw new Error(`No value range was measured for ${measured}`)
    return scaleFor(range)
  }

  const copies = new Map<string, string>()
  /** The tensor as it reads after a trip through 8 bits. */
  const throughEightBits = (tensor: string): string => {
    const known = copies.get(tensor)
    if (known) return known
    const { scale, zeroPoint } = scaleOf(tensor)
    const parameters = [
      addConstant(`${tensor}:scale`, DataType.float, [], Float32Array.of(scale)),
      addConstant(`${tensor}:zero`, DataType.uint8, [], Uint8Array.of(zeroPoint)),
    ]
    const copy = `${tensor}:copy`
    nodes.push(plainNode('QuantizeLinear', [tensor, ...parameters], `${tensor}:8bit`))
    nodes.push(plainNode('DequantizeLinear', [`${tensor}:8bit`, ...parameters], copy))
    copies.set(tensor, copy)
    return copy
  }

  /** A constant with one scale per output channel. */
  const perChannel = (
    name: string,
    type: bigint,
    dims: readonly number[],
    data: ArrayBufferView,
    scales: Float32Array,
  ): string => {
    const parameters = [
      addConstant(`${name}:whole`, type, dims, data),
      addConstant(`${name}:scale`, DataType.float, [scales.length], scales),
    ]
    nodes.push({ ...plainNode('DequantizeLinear', parameters, `${name}:copy`), attributes: [FIRST_AXIS] })
    return `${name}:copy`
  }

  const weightsOf = ({ inputs: [picture = '', weights = '', bias] }: Node): string[] => {
    const { dims, data, scales } = quantiseWeights(requireConstant(graph, weights))
    const copy = perChannel(weights, DataType.int8, dims, data, scales)
    if (bias === undefined) return [copy]
    // The 8-bit kernel adds the bias to its sums of products: their unit is input scale times weight scale.
    const { scale } = scaleOf(picture)
    const units = scales.map((weightScale) => weightScale * scale)
    const sums = Int32Array.from(floatsOf(requireConstant(graph, bias)), (value, i) => Math.round(value / units[i]!))
    return [copy, perChannel(bias, DataType.int32, [sums.length], sums, units)]
  }

  const madeInEightBits = new Set<string>()
  for (const node of source) {
    const isPicture = pictures.has(node.outputs[0] ?? '') && !keepFloat(node.name)
    const count = isPicture ? (PICTURES_READ[node.op] ?? 0) : 0
    const inputs = node.inputs.map((input, i) =>
      i < count || madeInEightBits.has(input) ? throughEightBits(input) : input,
    )
    const rest = count > 0 && node.op === 'Conv' ? weightsOf(node) : inputs.slice(1)
    nodes.push({ ...node, inputs: [...inputs.slice(0, 1), ...rest] })
    // From here on it exists in 8 bits only, even for readers that compute in float.
    if (count > 0) for (const output of node.outputs) madeInEightBits.add(output)
  }
  const read = new Set(nodes.flatMap((node) => node.inputs))
  return { ...graph, nodes, constants: new Map([...constants].filter(([name]) => read.has(name))) }
}

/** The tensors whose ranges `quantise` will ask for. */
export function rangesAsked(graph: Graph, keepFloat: QuantiseOptions['keepFloat']): string[] {
  const asked = new Set<string>()
  const anything = new Proxy<Ranges>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
        return [-1, 1]
      },
    },
  )
  quantise(graph, { ranges: anything, keepFloat })
  return [...asked]
}

const FIRST_AXIS = [
  textField(AttributeProto.name, 'axis'),
  intField(AttributeProto.int, 0),
  intField(AttributeProto.type, AttributeType.int),
]

interface Scale {
  readonly scale: number
  readonly zeroPoint: number
}

/** Zero must be exact: pictures are padded with it, and a rectified tensor begins at it. */
export function scaleFor([low, high]: readonly [number, number]): Scale {
  const bottom = Math.min(0, low)
  const scale = Math.fround(Math.max((Math.max(0, high) - bottom) / 255, 1e-9))
  return { scale, zeroPoint: Math.round(-bottom / scale) }
}

/** Symmetric, one scale per output channel: the largest weight becomes the largest number. */
export function quantiseWeights(tensor: Tensor): { dims: number[]; data: Int8Array; scales: Float32Array } {
  const dims = dimsOf(tensor)
  const weights = floatsOf(tensor)
  const [channels = 1] = dims
  const perChannel = weights.length / channels
  const scales = new Float32Array(channels)
  const data = new Int8Array(weights.length)
  for (let channel = 0; channel < channels; channel++) {
    const [start, end] = [channel * perChannel, (channel + 1) * perChannel]
    let largest = 0
    for (let i = start; i < end; i++) largest = Math.max(largest, Math.abs(weights[i]!))
    const scale = Math.fround(Math.max(largest / LARGEST_WEIGHT, 1e-9))
    scales[channel] = scale
    for (let i = start; i < end; i++) data[i] = Math.round(weights[i]! / scale)
  }
  return { dims, data, scales }
}

/**
 * A Relu right after an 8-bit convolution is free: its output begins at zero, so rounding to 8 bits cuts negative sums
 * off. The convolution takes the Relu's place.
 */
function withoutRelus(graph: Graph, keepFloat: (name: string) => boolean): Node[] {
  const readers = new Map<string, number>()
  for (const name of [...graph.nodes.flatMap((node) => node.inputs), ...graph.outputs.map(nameOfValue)])
    readers.set(name, (readers.get(name) ?? 0) + 1)
  const convolutions = new Set(
    graph.nodes.filter(({ op, name }) => op === 'Conv' && !keepFloat(name)).map(({ outputs }) => outputs[0]),
  )
  const rectified = new Map<string, string>()
  const results = new Set(graph.outputs.map(nameOfValue))
  const isFree = ({ op, inputs: [from = ''], outputs: [to = ''] }: Node): boolean =>
    op === 'Relu' && convolutions.has(from) && readers.get(from) === 1 && !results.has(to)
  for (const node of graph.nodes) if (isFree(node)) rectified.set(node.inputs[0] ?? '', node.outputs[0] ?? '')
  return graph.nodes
    .filter((node) => !isFree(node))
    .map((node) => ({ ...node, outputs: node.outputs.map((name) => rectified.get(name) ?? name) }))
}

/** Everything computed from the input's pixels, as opposed to shapes and sizes. */
function picturesOf(graph: Graph, nodes: readonly Node[]): Set<string> {
  const pictures = new Set(graph.inputs.map(nameOfValue))
  for (const { op, inputs, outputs } of nodes) {
    if (op !== 'Shape' && pictures.has(inputs[0] ?? '')) for (const name of outputs) pictures.add(name)
  }
  return pictures
}

/** Pooling and enlarging keep within the range of what they read; with the same scale they cost no conversion. */
function rangeOrigins(nodes: readonly Node[]): Map<string, string> {
  const origin = new Map<string, string>()
  for (const {
    op,
    inputs: [from = ''],
    outputs: [to = ''],
  } of nodes) {
    if (op === 'MaxPool' || op === 'Resize') origin.set(to, origin.get(from) ?? from)
  }
  return origin
}

function requireConstant(graph: Graph, name: string): Tensor {
  const tensor = graph.constants.get(name)
  if (!tensor) throw new Error(`The weights ${name} are not a constant`)
  return tensor
}
