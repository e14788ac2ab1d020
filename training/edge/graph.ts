/** The edge network's graph in float, from its trained weights. Its input are the pixels of cells of two by two. */
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { createGraphBuilder, type GraphBuilder } from '../../src/models/onnx/builder.js'
import { type Graph, readGraph } from '../onnx/graph.js'

/** The side of a piece in pixels. */
export const SIDE = 128
export const INPUT = 'input'
/** Red, green, blue and rough matte, times the four pixels of a cell. */
export const CHANNELS = 16
/** Of any number of pieces. */
export const DIMS = [-1, CHANNELS, SIDE / 2, SIDE / 2]

interface Weights {
  readonly dims: readonly number[]
  readonly values: Float32Array
}

export interface EdgeGraph {
  readonly graph: Graph
  /** The last convolution's name: its answers are used as they are, so it stays in float. */
  readonly head: string
}

export function readEdgeGraph(trained: string): EdgeGraph {
  const arrays = unzipSync(readFileSync(trained))
  const builder = createGraphBuilder('edge')
  const conv = layersOf(builder, (name) => {
    const file = arrays[`${name}.npy`]
    if (!file) throw new Error(`${trained} has no ${name}; it has ${Object.keys(arrays).join(', ')}`)
    return readArray(file)
  })
  const up = (from: string): string =>
    builder.node('Resize', [from, '', builder.floats([1, 1, 2, 2], [4])], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    })
  const e1 = conv('e1.0', builder.input(INPUT, 'float', DIMS))
  const e2 = conv('e2.1.0', conv('e2.0.0', e1, { stride: 2 }))
  const e3 = conv('e3.1.0', conv('e3.0.0', e2, { stride: 2 }))
  const e4 = conv('e4.2.0', conv('e4.1.0', conv('e4.0.0', e3, { stride: 2 }), { dilation: 2 }), { dilation: 2 })
  const d3 = conv('d3.0', builder.node('Add', [up(conv('u3.0', e4)), e3]))
  const d2 = conv('d2.0', builder.node('Add', [up(conv('u2.0', d3)), e2]))
  const d1 = conv('d1.1.0', conv('d1.0.0', builder.node('Add', [up(conv('u1.0', d2)), e1])))
  // The first four channels: by how much the rough matte is off, for the four pixels of a cell.
  const head = conv('head', d1, { open: true, channels: 4 })
  builder.output('output', head)
  return { graph: readGraph(builder.serialise()), head }
}

/** NumPy's format: ten bytes, a header with the dimensions, and the values. */
function readArray(file: Uint8Array): Weights {
  const headerLength = new DataView(file.buffer, file.byteOffset).getUint16(8, true)
  const header = new TextDecoder().decode(file.subarray(10, 10 + headerLength))
  const [, dims = ''] = /'shape': \(([^)]*)\)/.exec(header) ?? []
  if (!header.includes("'<f4'")) throw new Error(`Only 32-bit floats are expected: ${header}`)
  return {
    dims: dims.split(',').flatMap((text) => (text.trim() ? [Number(text)] : [])),
    values: new Float32Array(file.slice(10 + headerLength).buffer),
  }
}

interface Layer {
  readonly stride?: number
  readonly dilation?: number
  /** Its answers may be negative. */
  readonly open?: boolean
  /** Only the first ones of its outputs are wanted. */
  readonly channels?: number
}

const layersOf =
  (graph: GraphBuilder, weights: (name: string) => Weights) =>
  (name: string, from: string, { stride = 1, dilation = 1, open = false, channels }: Layer = {}): string => {
    const kernel = firstOf(weights(`${name}.weight`), channels)
    const bias = firstOf(weights(`${name}.bias`), channels)
    const pad = dilation * Math.floor(kernel.dims[2]! / 2)
    const inputs = [from, graph.floats(kernel.values, kernel.dims), graph.floats(bias.values, bias.dims)]
    const sum = graph.node('Conv', inputs, {
      kernel_shape: kernel.dims.slice(2),
      strides: [stride, stride],
      dilations: [dilation, dilation],
      pads: [pad, pad, pad, pad],
    })
    return open ? sum : graph.node('Relu', [sum])
  }

function firstOf({ dims, values }: Weights, count = dims[0]!): Weights {
  const [all = 1, ...rest] = dims
  return { dims: [count, ...rest], values: values.subarray(0, (values.length / all) * count) }
}
