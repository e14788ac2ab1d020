/** What the import of one operation may ask for, and what an operation is to the import. */
import type { GraphBuilder } from '../onnx/builder.js'
import { inputsOf, type TfNode } from './graph.js'
import type { Weight } from './weights.js'

export interface ImportOptions {
  /** TensorFlow names; left out: those that the model declares. */
  readonly outputs?: readonly string[]
  /** The first dimension of inputs that leave it open; negative keeps it open. */
  readonly batch?: number
  /** Keep reshape targets that are computed at run time, instead of taking the batch for their first dimension. */
  readonly dynamicReshape?: boolean
}

export interface Conversion {
  readonly graph: GraphBuilder
  readonly batch: number
  readonly dynamicReshape: boolean
  /** The ONNX tensor behind a reference; whatever it depends on is added to the graph first. */
  value(reference: string): string
  /** The constant behind a reference, or undefined when it is computed at run time. */
  constant(reference: string): Weight | undefined
  nodeOf(reference: string): TfNode
}

/** Adds ONNX nodes for one TensorFlow node and returns the tensors that stand for its outputs. */
export type Operation = (node: TfNode, to: Conversion) => string | readonly string[]
export type Operations = Readonly<Record<string, Operation>>

/** Slices that run to the end. */
export const TO_THE_END = 2_147_483_647

export function inputOf(node: TfNode, index: number): string {
  const input = inputsOf(node).at(index)
  if (input === undefined) throw new Error(`${node.op} ${node.name} has no input ${index}`)
  return input
}

export const operandOf = (node: TfNode, index: number, to: Conversion): string => to.value(inputOf(node, index))

/** Inputs that ONNX takes as attributes, or that we fold into weights, cannot be computed at run time. */
export function constantOf(node: TfNode, index: number, to: Conversion): Weight {
  const weight = to.constant(inputOf(node, index))
  if (!weight) throw new Error(`${node.op} ${node.name}: input ${index} must be constant`)
  return weight
}

export const numbersOf = (node: TfNode, index: number, to: Conversion): number[] => [
  ...constantOf(node, index, to).data,
]

export function numberOf(node: TfNode, index: number, to: Conversion): number {
  const [value] = numbersOf(node, index, to)
  if (value === undefined) throw new Error(`${node.op} ${node.name}: input ${index} is empty`)
  return value
}

// TensorFlow keeps channels last, ONNX operators want them first. Neighbouring pairs of these cancel each other in the
// runtime's optimiser, so that the import need not track layouts.
export const channelsFirst = (tensor: string, { graph }: Conversion): string =>
  graph.node('Transpose', [tensor], { perm: [0, 3, 1, 2] })
export const channelsLast = (tensor: string, { graph }: Conversion): string =>
  graph.node('Transpose', [tensor], { perm: [0, 2, 3, 1] })
