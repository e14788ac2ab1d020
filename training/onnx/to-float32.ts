/**
 * Makes a graph compute in single precision: half-precision constants are widened and the casts around them vanish. On
 * most CPUs half precision is emulated.
 */

import { halfToFloat } from '../../src/base/half-floats.js'
import { AttributeProto, DataType, TensorProto } from '../../src/models/onnx/fields.js'
import { bytesField, bytesOf, intField, intOf, numbersOf } from '../../src/models/onnx/protobuf.js'
import {
  attributeOf,
  constantOf,
  type Graph,
  type Node,
  nameOfValue,
  plainNode,
  type Tensor,
  withConstant,
} from './graph.js'

export function toFloat32(graph: Graph): Graph {
  const constants = new Map(Array.from(graph.constants, ([name, tensor]) => [name, widen(tensor)]))
  return { ...graph, constants, nodes: withoutFloatCasts(graph) }
}

/**
 * Drops casts between half and single precision; nodes that read a cast's output read its input instead. Converters
 * append these casts after all other nodes, so they are collected before anything is renamed. A cast that makes a float
 * out of whole numbers stays, and makes a single-precision one.
 */
function withoutFloatCasts({ nodes, outputs, constants }: Graph): Node[] {
  const whole = wholeNumbers(nodes, constants)
  const isDropped = (node: Node): boolean => isFloatCast(node) && !whole.has(node.inputs[0] ?? '')
  const standsFor = new Map(nodes.filter(isDropped).map((cast) => [cast.outputs[0] ?? '', cast.inputs[0] ?? '']))
  const real = (name: string): string => {
    const source = standsFor.get(name)
    return source === undefined ? name : real(source)
  }
  const kept = nodes
    .filter((node) => !isDropped(node))
    .map((node) => ({
      ...withWideConstant(isFloatCast(node) ? castToFloat(node) : node),
      inputs: node.inputs.map(real),
    }))
  const castOutputs = outputs.map(nameOfValue).filter((name) => standsFor.has(name))
  return [...kept, ...castOutputs.map((name) => plainNode('Identity', [real(name)], name))]
}

function targetOf(node: Node): bigint | undefined {
  const to = node.op === 'Cast' ? attributeOf(node, 'to') : undefined
  return to && intOf(to, AttributeProto.int)
}

const isFloatCast = (node: Node): boolean => targetOf(node) === DataType.float || targetOf(node) === DataType.float16

function castToFloat(node: Node): Node {
  const attributes = node.attributes.map((attribute) =>
    attribute.map((field) =>
      field.number === AttributeProto.int ? intField(AttributeProto.int, DataType.float) : field,
    ),
  )
  return { ...node, attributes }
}

/** These give what they were given; with whole numbers in, whole numbers come out. */
const TYPE_KEEPING = new Set([
  'Slice',
  'Gather',
  'Concat',
  'Unsqueeze',
  'Squeeze',
  'Reshape',
  'Add',
  'Sub',
  'Mul',
  'Div',
])

/** Names of the tensors that hold whole numbers: shapes, indices, and what is computed from them. */
function wholeNumbers(nodes: readonly Node[], constants: Graph['constants']): Set<string> {
  const isWhole = (tensor: Tensor | undefined): boolean =>
    tensor !== undefined && intOf(tensor, TensorProto.dataType) === DataType.int64
  const whole = new Set(Array.from(constants).flatMap(([name, tensor]) => (isWhole(tensor) ? [name] : [])))
  for (const node of nodes) {
    const target = targetOf(node)
    if (
      node.op === 'Shape' ||
      isWhole(constantOf(node)) ||
      (target !== undefined && !isFloatCast(node)) ||
      (TYPE_KEEPING.has(node.op) && whole.has(node.inputs[0] ?? ''))
    ) {
      for (const name of node.outputs) whole.add(name)
    }
  }
  return whole
}

function withWideConstant(node: Node): Node {
  const tensor = constantOf(node)
  return tensor ? withConstant(node, widen(tensor)) : node
}

function widen(tensor: Tensor): Tensor {
  if (intOf(tensor, TensorProto.dataType) !== DataType.float16) return tensor
  const values = halfToFloat(halfBits(tensor))
  return [
    ...tensor.filter(({ number }) => number === TensorProto.dims || number === TensorProto.name),
    intField(TensorProto.dataType, DataType.float),
    bytesField(TensorProto.rawData, new Uint8Array(values.buffer)),
  ]
}

/** Half floats are stored raw, or one per varint in the int32 field, packed or not. */
function halfBits(tensor: Tensor): Uint16Array {
  const raw = bytesOf(tensor, TensorProto.rawData)
  if (raw) return new Uint16Array(new Uint8Array(raw).buffer) // a copy: the bytes may stand at an odd offset
  return Uint16Array.from(numbersOf(tensor, TensorProto.int32Data))
}
