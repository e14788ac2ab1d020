/** Operations that pick values or put them somewhere: slices, gathering, scattering, ranges. */
import {
  type Conversion,
  inputOf,
  numberOf,
  numbersOf,
  type Operation,
  type Operations,
  operandOf,
  TO_THE_END,
} from '../conversion.js'
import { inputsOf, intOf, type TfNode, typeOf } from '../graph.js'

const slice: Operation = (node, to) => {
  const picture = operandOf(node, 0, to)
  const size = to.constant(inputOf(node, 2))
  if (!size) {
    const begin = operandOf(node, 1, to)
    return to.graph.node('Slice', [picture, begin, to.graph.node('Add', [begin, operandOf(node, 2, to)])])
  }
  const begin = numbersOf(node, 1, to)
  const end = Array.from(size.data, (length, axis) => (length < 0 ? TO_THE_END : begin[axis]! + length))
  return to.graph.node('Slice', [picture, to.graph.ints(begin), to.graph.ints(end)])
}

/** NumPy's `x[a:b:c, new, i]`: masks say which of begin and end count, which axes vanish and which are new. */
const stridedSlice: Operation = (node, to) => {
  if (intOf(node, 'ellipsis_mask') !== 0) throw new Error(`StridedSlice ${node.name} has an ellipsis`)
  const begin = numbersOf(node, 1, to)
  const end = numbersOf(node, 2, to)
  const stride = numbersOf(node, 3, to)
  const masked = (mask: string, index: number): boolean => ((intOf(node, mask) >> index) & 1) === 1
  const ranges: { from: number; until: number; step: number }[] = []
  const vanishing: number[] = []
  const added: number[] = []
  let axisAfter = 0
  begin.forEach((from, i) => {
    if (masked('new_axis_mask', i)) {
      added.push(axisAfter++)
    } else if (masked('shrink_axis_mask', i)) {
      vanishing.push(ranges.length)
      ranges.push({ from, until: from === -1 ? TO_THE_END : from + 1, step: 1 })
    } else {
      ranges.push({
        from: masked('begin_mask', i) ? 0 : from,
        until: masked('end_mask', i) ? TO_THE_END : end[i]!,
        step: stride[i]!,
      })
      axisAfter++
    }
  })
  const { graph } = to
  let result = graph.node('Slice', [
    operandOf(node, 0, to),
    graph.ints(ranges.map(({ from }) => from)),
    graph.ints(ranges.map(({ until }) => until)),
    graph.ints(ranges.keys()),
    graph.ints(ranges.map(({ step }) => step)),
  ])
  if (vanishing.length > 0) result = graph.node('Squeeze', [result, graph.ints(vanishing)])
  return added.length > 0 ? graph.node('Unsqueeze', [result, graph.ints(added)]) : result
}

const gather: Operation = (node, to) => {
  const axis = inputsOf(node).length > 2 ? numberOf(node, 2, to) : 0
  return to.graph.node('Gather', [operandOf(node, 0, to), operandOf(node, 1, to)], { axis })
}

/** Indices, values, shape. */
const scatter: Operation = (node, to) => {
  const zero = isInteger(to.nodeOf(inputOf(node, 1))) ? to.graph.ints([0]) : to.graph.floats([0], [1])
  const empty = to.graph.node('Expand', [zero, operandOf(node, 2, to)])
  return to.graph.node('ScatterND', [empty, operandOf(node, 0, to), operandOf(node, 1, to)])
}

/** Indices, shape, values (one each, or one for all), default. Indices of rank 1 stand for a list of single ones. */
const sparseToDense: Operation = (node, to) => {
  const { graph } = to
  const shape = operandOf(node, 1, to)
  const fallback = graph.node('Reshape', [operandOf(node, 3, to), graph.ints([1])])
  const rank = graph.node('Shape', [shape])
  const indexShape = graph.node('Concat', [graph.ints([-1]), rank], { axis: 0 })
  const indices = graph.node('Reshape', [operandOf(node, 0, to), indexShape])
  const count = firstSize(indices, to)
  const values = graph.node('Expand', [operandOf(node, 2, to), count])
  return graph.node('ScatterND', [graph.node('Expand', [fallback, shape]), indices, values])
}

const firstSize = (tensor: string, { graph }: Conversion): string =>
  graph.node('Slice', [graph.node('Shape', [tensor]), graph.ints([0]), graph.ints([1])])

const isInteger = (node: TfNode): boolean => typeOf(node, 'T', 'dtype', 'Tparams') === 'int64'

export const indexingOperations: Operations = {
  Slice: slice,
  StridedSlice: stridedSlice,
  GatherV2: gather,
  ScatterNd: scatter,
  SparseToDense: sparseToDense,
  GatherNd: (node, to) => to.graph.node('GatherND', [operandOf(node, 0, to), operandOf(node, 1, to)]),
  Where: (node, to) =>
    to.graph.node('Transpose', [to.graph.node('NonZero', [operandOf(node, 0, to)])], { perm: [1, 0] }),
  Range: (node, to) => to.graph.node('Range', [operandOf(node, 0, to), operandOf(node, 1, to), operandOf(node, 2, to)]),
  Shape: (node, to) => to.graph.node('Shape', [operandOf(node, 0, to)]),
}
