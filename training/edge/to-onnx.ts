/**
 * Trained weights as an ONNX graph for square pieces:
 *
 *   npx tsx training/edge/to-onnx.ts training/edge/edge.npz EDGE.onnx
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { createGraphBuilder, type GraphBuilder } from '../../src/models/onnx/builder.js'

const SIDE = 256

interface Weights {
  readonly dims: readonly number[]
  readonly values: Float32Array
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

/** ONNX numbers the channels of a cell's four pixels pixel by pixel, the training channel by channel. */
function byPixel({ dims, values }: Weights): Weights {
  const [out = 0, inputs = 0, height = 0, width = 0] = dims
  const area = height * width
  const moved = new Float32Array(values.length)
  for (let o = 0; o < out; o++) {
    for (let i = 0; i < inputs; i++) {
      const [channel, pixel] = [Math.floor(i / 4), i % 4]
      const to = pixel * (inputs / 4) + channel
      moved.set(values.subarray((o * inputs + i) * area, (o * inputs + i + 1) * area), (o * inputs + to) * area)
    }
  }
  return { dims, values: moved }
}

function edgeNetwork(weights: (name: string) => Weights): Uint8Array {
  const graph = createGraphBuilder('edge')
  const conv = layersOf(graph, weights)
  const up = (from: string): string =>
    graph.node('Resize', [from, '', graph.floats([1, 1, 2, 2], [4])], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    })
  const input = graph.input('input', 'float', [1, 4, SIDE, SIDE])
  const e1 = conv('e1.0', graph.node('SpaceToDepth', [input], { blocksize: 2 }), { moved: true })
  const e2 = conv('e2.1.0', conv('e2.0.0', e1, { stride: 2 }))
  const e3 = conv('e3.1.0', conv('e3.0.0', e2, { stride: 2 }))
  const e4 = conv('e4.2.0', conv('e4.1.0', conv('e4.0.0', e3, { stride: 2 }), { dilation: 2 }), { dilation: 2 })
  const d3 = conv('d3.0', graph.node('Add', [up(conv('u3.0', e4)), e3]))
  const d2 = conv('d2.0', graph.node('Add', [up(conv('u2.0', d3)), e2]))
  const d1 = conv('d1.1.0', conv('d1.0.0', graph.node('Add', [up(conv('u1.0', d2)), e1])))
  const head = graph.node('DepthToSpace', [conv('head', d1, { open: true })], { blocksize: 2, mode: 'CRD' })
  // The rough matte is the first guess of alpha.
  const rough = graph.node('Slice', [input, graph.ints([3]), graph.ints([4]), graph.ints([1])])
  const guess = graph.node('Add', [rough, graph.floats([0.5], [1])])
  const none = graph.node('Mul', [graph.node('Concat', [rough, rough, rough], { axis: 1 }), graph.floats([0], [1])])
  graph.output('output', graph.node('Add', [head, graph.node('Concat', [guess, none], { axis: 1 })]))
  return graph.serialise()
}

interface Layer {
  readonly stride?: number
  readonly dilation?: number
  /** Its inputs are the four pixels of a cell. */
  readonly moved?: boolean
  /** Its answers may be negative. */
  readonly open?: boolean
}

const layersOf =
  (graph: GraphBuilder, weights: (name: string) => Weights) =>
  (name: string, from: string, { stride = 1, dilation = 1, moved = false, open = false }: Layer = {}): string => {
    const trained = weights(`${name}.weight`)
    const { dims, values } = moved ? byPixel(trained) : trained
    const bias = weights(`${name}.bias`)
    const pad = dilation * Math.floor(dims[2]! / 2)
    const sum = graph.node('Conv', [from, graph.floats(values, dims), graph.floats(bias.values, bias.dims)], {
      kernel_shape: dims.slice(2),
      strides: [stride, stride],
      dilations: [dilation, dilation],
      pads: [pad, pad, pad, pad],
    })
    return open ? sum : graph.node('Relu', [sum])
  }

const [trained, out] = process.argv.slice(2)
if (!trained || !out) throw new Error('Name the trained weights and the file to write: edge.npz EDGE.onnx')
const arrays = unzipSync(readFileSync(trained))
writeFileSync(
  out,
  edgeNetwork((name) => {
    const file = arrays[`${name}.npy`]
    if (!file) throw new Error(`${trained} has no ${name}; it has ${Object.keys(arrays).join(', ')}`)
    return readArray(file)
  }),
)
