/**
 * Gives a fully convolutional network another input size. Exporters bake the targets of its enlargements in as constant
 * pairs (height, width) for the size it was exported at: each is scaled alike.
 */
import {
  DataType,
  DimensionProto,
  ShapeProto,
  TensorProto,
  TensorTypeProto,
  TypeProto,
  ValueInfoProto,
} from '../../src/models/onnx/fields.js'
import { bytesOf, intField, type Message } from '../../src/models/onnx/protobuf.js'
import { constantOf, type Graph, makeTensor, messageOf, type Node, nested, withConstant } from './graph.js'

export function resizeInput(graph: Graph, from: number, to: number): Graph {
  if (from === to) return graph
  const targets = resizeTargets(graph.nodes)
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (targets.has(node) ? withConstant(node, scaled(node, to / from)) : node)),
    inputs: graph.inputs.map((value) => withSide(value, to)),
    outputs: graph.outputs.map(withOpenShape),
  }
}

/** The constants that say how large: `Resize(…, sizes)` with sizes = Concat(batch and channels, constant pair). */
function resizeTargets(nodes: readonly Node[]): Set<Node> {
  const maker = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])))
  const pairs = nodes
    .filter((node) => node.op === 'Resize')
    .map((resize) => {
      const sizes = maker.get(resize.inputs[3] ?? '')
      const pair = maker.get(sizes?.inputs[1] ?? '')
      if (sizes?.op !== 'Concat' || !pair || !constantOf(pair))
        throw new Error(`The size of ${resize.name} is not a constant; the input of this network cannot be resized`)
      return pair
    })
  return new Set(pairs)
}

function scaled(node: Node, factor: number): Message {
  const raw = bytesOf(constantOf(node) ?? [], TensorProto.rawData)
  if (!raw) throw new Error(`The size constant ${node.name} is not stored raw`)
  const sizes = new BigInt64Array(new Uint8Array(raw).buffer)
  return makeTensor(
    '',
    DataType.int64,
    [sizes.length],
    sizes.map((size) => {
      const side = Number(size) * factor
      if (!Number.isInteger(side)) throw new Error(`An input of this size would make ${node.name} a broken size`)
      return BigInt(side)
    }),
  )
}

const edited = (message: Message, number: number, edit: (inner: Message) => Message): Message =>
  message.map((field) => (field.number === number ? nested(number, edit(messageOf(field))) : field))

const editShape = (value: Message, edit: (shape: Message) => Message): Message =>
  edited(value, ValueInfoProto.type, (type) =>
    edited(type, TypeProto.tensor, (tensor) => edited(tensor, TensorTypeProto.shape, edit)),
  )

/** Batch and channels stay, height and width become the new side. */
const withSide = (value: Message, side: number): Message =>
  editShape(value, (shape) =>
    shape.map((dimension, axis) =>
      axis < 2 ? dimension : nested(ShapeProto.dimension, [intField(DimensionProto.size, side)]),
    ),
  )

const withOpenShape = (value: Message): Message =>
  edited(value, ValueInfoProto.type, (type) =>
    edited(type, TypeProto.tensor, (tensor) => tensor.filter(({ number }) => number !== TensorTypeProto.shape)),
  )
