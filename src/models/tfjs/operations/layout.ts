/** Operations that change where values stand: padding, reshaping, joining, splitting, resizing. */
import {
  channelsFirst,
  channelsLast,
  inputOf,
  numberOf,
  numbersOf,
  type Operation,
  type Operations,
  operandOf,
} from '../conversion.js'
import { flagOf, inputsOf, intOf, intsOf } from '../graph.js'

const pad: Operation = (node, to) => {
  // TensorFlow: before and after, axis by axis. ONNX: all befores, then all afters.
  const pairs = numbersOf(node, 1, to)
  const pads = [...pairs.filter((_, i) => i % 2 === 0), ...pairs.filter((_, i) => i % 2 === 1)]
  const inputs = [operandOf(node, 0, to), to.graph.ints(pads)]
  if (node.op === 'PadV2') inputs.push(operandOf(node, 2, to))
  return to.graph.node('Pad', inputs, { mode: 'constant' })
}

const reshape: Operation = (node, to) => {
  const target = to.constant(inputOf(node, 1))
  if (target) return to.graph.node('Reshape', [operandOf(node, 0, to), to.graph.ints(target.data)])
  const computed = to.nodeOf(inputOf(node, 1))
  if (computed.op !== 'Pack' || to.dynamicReshape) {
    return to.graph.node('Reshape', [operandOf(node, 0, to), operandOf(node, 1, to)])
  }
  // [batch, constant, constant…], where the batch is read from a shape at run time: we know it already.
  const sizes = inputsOf(computed).map((size, axis) => {
    const value = to.constant(size)?.data[0] ?? (axis === 0 ? to.batch : undefined)
    if (value === undefined) throw new Error(`Reshape ${node.name} is computed: import it with dynamicReshape`)
    return value
  })
  return to.graph.node('Reshape', [operandOf(node, 0, to), to.graph.ints(sizes)])
}

const resizeBilinear: Operation = (node, to) => {
  const { graph } = to
  const picture = channelsFirst(operandOf(node, 0, to), to)
  const batchAndChannels = graph.node('Slice', [graph.node('Shape', [picture]), graph.ints([0]), graph.ints([2])])
  const sizes = graph.node('Concat', [batchAndChannels, graph.ints(numbersOf(node, 1, to))], { axis: 0 })
  const mode = flagOf(node, 'align_corners')
    ? 'align_corners'
    : flagOf(node, 'half_pixel_centers')
      ? 'half_pixel'
      : 'asymmetric'
  const attributes = { mode: 'linear', coordinate_transformation_mode: mode }
  return channelsLast(graph.node('Resize', [picture, '', '', sizes], attributes), to)
}

const pack: Operation = (node, to) => {
  const axis = intOf(node, 'axis')
  const parts = inputsOf(node).map((input) => to.graph.node('Unsqueeze', [to.value(input), to.graph.ints([axis])]))
  return to.graph.node('Concat', parts, { axis })
}

const split: Operation = (node, to) => {
  const sizes = numbersOf(node, 1, to)
  const inputs = [operandOf(node, 0, to), to.graph.ints(sizes)]
  return to.graph.nodeWithOutputs('Split', inputs, sizes.length, { axis: numberOf(node, 2, to) })
}

export const layoutOperations: Operations = {
  Pad: pad,
  PadV2: pad,
  Reshape: reshape,
  ResizeBilinear: resizeBilinear,
  Pack: pack,
  SplitV: split,
  ConcatV2: (node, to) =>
    to.graph.node('Concat', inputsOf(node).slice(0, -1).map(to.value), { axis: numberOf(node, -1, to) }),
  Squeeze: (node, to) => {
    const axes = intsOf(node, 'squeeze_dims')
    return to.graph.node('Squeeze', [operandOf(node, 0, to), ...(axes.length > 0 ? [to.graph.ints(axes)] : [])])
  },
  ExpandDims: (node, to) =>
    to.graph.node('Unsqueeze', [operandOf(node, 0, to), to.graph.ints([numberOf(node, 1, to)])]),
  Transpose: (node, to) => to.graph.node('Transpose', [operandOf(node, 0, to)], { perm: numbersOf(node, 1, to) }),
  DepthToSpace: (node, to) => {
    const attributes = { blocksize: intOf(node, 'block_size'), mode: 'DCR' }
    return channelsLast(to.graph.node('DepthToSpace', [channelsFirst(operandOf(node, 0, to), to)], attributes), to)
  },
}
