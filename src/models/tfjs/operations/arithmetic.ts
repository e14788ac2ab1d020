/** Operations on values: one to one, sums over axes, products of matrices. */
import { DataType } from '../../onnx/fields.js'
import { type Conversion, constantOf, numbersOf, type Operation, type Operations, operandOf } from '../conversion.js'
import { flagOf, floatOf, inputsOf, typeOf } from '../graph.js'

const unary =
  (operation: string): Operation =>
  (node, to) =>
    to.graph.node(operation, [operandOf(node, 0, to)])

const binary =
  (operation: string): Operation =>
  (node, to) =>
    to.graph.node(operation, [operandOf(node, 0, to), operandOf(node, 1, to)])

const reduce =
  (operation: string): Operation =>
  (node, to) => {
    const inputs = [operandOf(node, 0, to), to.graph.ints(numbersOf(node, 1, to))]
    return to.graph.node(operation, inputs, { keepdims: flagOf(node, 'keep_dims') ? 1 : 0 })
  }

/** `perm` swaps the last two axes. Products of batches are taken to be of rank 4, as attention has them. */
const product =
  (perm: readonly number[]): Operation =>
  (node, to) => {
    const turned = (tensor: string, flags: readonly string[]): string =>
      flags.some((flag) => flagOf(node, flag)) ? to.graph.node('Transpose', [tensor], { perm }) : tensor
    const left = turned(operandOf(node, 0, to), ['transpose_a', 'adj_x'])
    const right = turned(operandOf(node, 1, to), ['transpose_b', 'adj_y'])
    return to.graph.node('MatMul', [left, right])
  }

export function clipToSix(tensor: string, { graph }: Conversion): string {
  return graph.node('Clip', [tensor, graph.floats([0], []), graph.floats([6], [])])
}

/** Folded to one product and one sum: all its operands are constant once a network is trained. */
const batchNorm: Operation = (node, to) => {
  const [scale, offset, mean, variance] = [1, 2, 3, 4].map((index) => constantOf(node, index, to).data)
  const epsilon = floatOf(node, 'epsilon', 1e-3)
  const factor = Float32Array.from(scale!, (value, i) => value / Math.sqrt(variance![i]! + epsilon))
  const shift = Float32Array.from(offset!, (value, i) => value - mean![i]! * factor[i]!)
  const scaled = to.graph.node('Mul', [operandOf(node, 0, to), to.graph.floats(factor, [factor.length])])
  return to.graph.node('Add', [scaled, to.graph.floats(shift, [shift.length])])
}

export const arithmeticOperations: Operations = {
  Identity: unary('Identity'),
  Relu: unary('Relu'),
  Sigmoid: unary('Sigmoid'),
  Exp: unary('Exp'),
  Tanh: unary('Tanh'),
  Floor: unary('Floor'),
  Sqrt: unary('Sqrt'),
  Neg: unary('Neg'),
  Sin: unary('Sin'),
  Cos: unary('Cos'),
  LogicalNot: unary('Not'),
  Add: binary('Add'),
  AddV2: binary('Add'),
  BiasAdd: binary('Add'),
  Sub: binary('Sub'),
  Mul: binary('Mul'),
  RealDiv: binary('Div'),
  Maximum: binary('Max'),
  Minimum: binary('Min'),
  Less: binary('Less'),
  Greater: binary('Greater'),
  Mean: reduce('ReduceMean'),
  Max: reduce('ReduceMax'),
  Sum: reduce('ReduceSum'),
  Prod: reduce('ReduceProd'),
  MatMul: product([1, 0]),
  BatchMatMul: product([0, 1, 3, 2]),
  BatchMatMulV2: product([0, 1, 3, 2]),
  FusedBatchNorm: batchNorm,
  FusedBatchNormV3: batchNorm,
  Relu6: (node, to) => clipToSix(operandOf(node, 0, to), to),
  LeakyRelu: (node, to) =>
    to.graph.node('LeakyRelu', [operandOf(node, 0, to)], { alpha: { float: floatOf(node, 'alpha', 0.2) } }),
  Prelu: (node, to) => {
    const { data, shape } = constantOf(node, 1, to)
    return to.graph.node('PRelu', [operandOf(node, 0, to), to.graph.floats(data, shape)])
  },
  AddN: (node, to) => to.graph.node('Sum', inputsOf(node).map(to.value)),
  Softmax: (node, to) => to.graph.node('Softmax', [operandOf(node, 0, to)], { axis: -1 }),
  Rsqrt: (node, to) => to.graph.node('Reciprocal', [to.graph.node('Sqrt', [operandOf(node, 0, to)])]),
  Square: (node, to) => {
    const value = operandOf(node, 0, to)
    return to.graph.node('Mul', [value, value])
  },
  Cast: (node, to) => to.graph.node('Cast', [operandOf(node, 0, to)], { to: Number(DataType[typeOf(node, 'DstT')]) }),
}
