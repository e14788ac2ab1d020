/** Compiler steps that change what a graph is made for: another input size, a newer operator set. */
import { describe, expect, it } from 'vitest'
import { ModelProto, OperatorSetProto } from '../../src/models/onnx/fields.js'
import { intField, textField } from '../../src/models/onnx/protobuf.js'
import { type Graph, type Node, nested, readGraph, writeGraph } from '../../training/onnx/graph.js'
import { raiseOpset } from '../../training/onnx/raise-opset.js'
import { resizeInput } from '../../training/onnx/resize-input.js'
import {
  constantsOf,
  floats,
  floatValue,
  graphOf,
  ints,
  largestDifference,
  noise,
  op,
  run,
} from '../fixtures/onnx-graph.js'

/** The way exporters write it: sizes = Concat(Slice(Shape(x)), constant pair). */
const enlargement = (from: string, to: string, side: number): Node[] => [
  op('Shape', [from], `${to}_shape`),
  op('Slice', [`${to}_shape`, 'zero', 'two'], `${to}_batch`),
  op('Constant', [], `${to}_pair`, { value: { tensor: ints(side, side) } }),
  op('Concat', [`${to}_batch`, `${to}_pair`], `${to}_sizes`, { axis: 0 }),
  op('Resize', [from, '', '', `${to}_sizes`], to, { mode: 'linear', coordinate_transformation_mode: 'half_pixel' }),
]

/** Convolution, twice pooled, and enlarged back in two steps: as exported for this side. */
function exportedAt(side: number): Graph {
  return graphOf({
    input: [1, 2, side, side],
    constants: {
      zero: ints(0),
      two: ints(2),
      kernel: floats([3, 2, 3, 3], noise(54)),
      mix: floats([1, 6, 1, 1], noise(6, 2)),
    },
    nodes: [
      op('Conv', ['x', 'kernel'], 'fine', { pads: [1, 1, 1, 1] }),
      op('MaxPool', ['fine'], 'half', { kernel_shape: [2, 2], strides: [2, 2] }),
      op('MaxPool', ['half'], 'quarter', { kernel_shape: [2, 2], strides: [2, 2] }),
      ...enlargement('quarter', 'back_half', side / 2),
      op('Add', ['half', 'back_half'], 'sum'),
      ...enlargement('sum', 'back', side),
      op('Concat', ['fine', 'back'], 'both', { axis: 1 }),
      op('Conv', ['both', 'mix'], 'y'),
    ],
    outputs: ['y'],
  })
}

describe('resizeInput', () => {
  it.each([8, 12, 24, 32])('a network made for 16 computes at %i what one made for that size does', async (side) => {
    const dims = [1, 2, side, side]
    const x = noise(2 * side * side, 3)
    const { y: found } = await run(resizeInput(exportedAt(16), 16, side), x, dims)
    const { y: wanted } = await run(exportedAt(side), x, dims)
    expect(found!.dims).toEqual([1, 1, side, side])
    expect(largestDifference(found!.data, wanted!.data)).toBe(0)
  })

  it('what it was made for does not fit any more', async () => {
    await expect(run(resizeInput(exportedAt(16), 16, 32), noise(512), [1, 2, 16, 16])).rejects.toThrow()
  })

  it('the same size changes nothing', () => {
    const graph = exportedAt(16)
    expect(resizeInput(graph, 16, 16)).toBe(graph)
  })

  it('the size that was declared for the output goes with the old one', () => {
    const declared = { ...exportedAt(16), outputs: [floatValue('y', [1, 1, 16, 16])] }
    expect(resizeInput(declared, 16, 32).outputs).toEqual([floatValue('y')])
  })

  it('can be written, read and resized again', async () => {
    const there = readGraph(writeGraph(resizeInput(exportedAt(16), 16, 32)))
    const back = resizeInput(there, 32, 16)
    const x = noise(512)
    const [{ y: found }, { y: wanted }] = [
      await run(back, x, [1, 2, 16, 16]),
      await run(exportedAt(16), x, [1, 2, 16, 16]),
    ]
    expect(found!.data).toEqual(wanted!.data)
  })

  it('a size at which a tensor would have a fraction of a pixel is refused, by the name of the constant', () => {
    expect(() => resizeInput(exportedAt(16), 16, 17)).toThrow('back_half_pair a broken size')
    expect(() => resizeInput(exportedAt(16), 16, 7)).toThrow('back_half_pair a broken size')
  })

  it('an enlargement whose target is not a constant is refused by name', () => {
    const graph = exportedAt(16)
    const computed = graph.nodes.map((node) =>
      node.name === 'back_pair' ? op('Identity', ['two'], 'back_pair') : node,
    )
    expect(() => resizeInput({ ...graph, nodes: computed }, 16, 32)).toThrow('The size of back is not a constant')
    const byScale = [...graph.nodes, op('Resize', ['x', '', 'scales'], 'larger', { mode: 'linear' })]
    expect(() => resizeInput({ ...graph, nodes: byScale }, 16, 32)).toThrow('The size of larger is not a constant')
  })
})

/** Axes as attributes, as up to operator set 12: a row of three becomes a picture and a row again. */
const withAxes = (opset: number): Graph =>
  graphOf({
    opset,
    input: [2, 3],
    constants: { factor: floats([1, 1, 2, 1], [2, -3]) },
    nodes: [
      op('Unsqueeze', ['x'], 'picture', { axes: [0, 1] }),
      op('Mul', ['picture', 'factor'], 'scaled'),
      op('Squeeze', ['scaled'], 'flat', { axes: [0] }),
      op('Squeeze', ['flat'], 'all_squeezed'),
      op('Unsqueeze', ['all_squeezed'], 'y', { axes: [1] }),
    ],
    outputs: ['flat', 'y'],
  })

describe('raiseOpset', () => {
  const x = [1, 2, 3, 4, 5, 6]

  it.each([11, 12])('a network of operator set %i gives the same numbers and shapes as one of 13', async (opset) => {
    const raised = raiseOpset(withAxes(opset))
    const found = await run(raised, x, [2, 3])
    expect(found).toEqual(await run(withAxes(opset), x, [2, 3]))
    expect(found.y).toEqual({ dims: [2, 1, 3], data: [2, 4, 6, -12, -15, -18] })
    expect(raised.nodes.map(({ inputs, attributes }) => [inputs.length, attributes.length])).toEqual([
      [2, 0],
      [2, 0],
      [2, 0],
      [1, 0],
      [2, 0],
    ])
  })

  it('operators that 13 brought are understood afterwards, and only then', async () => {
    // From 13 on, a scale per channel.
    const perChannel = (graph: Graph): Graph => ({
      ...graph,
      nodes: [
        ...graph.nodes.filter((node) => node.name !== 'y'),
        op('QuantizeLinear', ['flat', 'scales'], 'whole', { axis: 1 }),
        op('DequantizeLinear', ['whole', 'scales'], 'y', { axis: 1 }),
      ],
      constants: new Map([...graph.constants, ...constantsOf({ scales: floats([2], [0.5, 2]) })]),
    })
    await expect(run(perChannel(withAxes(11)), x, [2, 3])).rejects.toThrow()
    const { y } = await run(perChannel(raiseOpset(withAxes(11))), x, [2, 3])
    expect(y!.dims).toEqual([1, 2, 3])
  })

  it.each([13, 18])('operator set %i stays as it is', (opset) => {
    const graph = graphOf({ ...EMPTY, opset })
    expect(raiseOpset(graph)).toBe(graph)
  })

  it('an older one is refused with its number', () => {
    expect(() => raiseOpset(graphOf({ ...EMPTY, opset: 10 }))).toThrow('Operator set 10')
  })

  it('operator sets of other domains keep their version', () => {
    const graph = withAxes(11)
    const bytes = Buffer.from(writeGraph(raiseOpset({ ...graph, model: [...graph.model, FOREIGN_OPSET] })))
    expect(bytes.includes(Buffer.from('ai.onnx.ml'))).toBe(true)
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0x10, 2]))
  })
})

const EMPTY = { input: [1], nodes: [], outputs: [] } as const

const FOREIGN_OPSET = nested(ModelProto.opset, [
  textField(OperatorSetProto.domain, 'ai.onnx.ml'),
  intField(OperatorSetProto.version, 2),
])
