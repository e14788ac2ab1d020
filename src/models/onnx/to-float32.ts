/**
 * Rewrites a graph so that it computes in single precision and has one output: half-precision constants are widened,
 * the casts around them vanish, nodes that the output does not need are dropped. On a CPU half precision is emulated,
 * and eleven side outputs that nobody reads still cost time and memory.
 */
import { AttributeProto, DataType, GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto } from './fields.js'
import { halfToFloat } from './half-floats.js'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  intOf,
  type Message,
  parseMessage,
  serialiseMessage,
  textField,
  textsOf,
} from './protobuf.js'

interface Node {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly message: Message
}

export function toFloat32(model: Uint8Array, output: string): Uint8Array {
  const modelMessage = parseMessage(model)
  const graphBytes = bytesOf(modelMessage, ModelProto.graph)
  if (!graphBytes) throw new Error('Not an ONNX file: no graph')
  const graph = parseMessage(graphBytes)

  const kept = graph.filter((field) => field.number === GraphProto.output && nameOf(field) === output)
  if (kept.length !== 1) throw new Error(`The network has no output ${output}`)

  const nodes = neededFor(output, withoutFloatCasts(nodesOf(graph), output))
  const read = new Set(nodes.flatMap((node) => node.inputs))
  const rewritten: Message = [
    ...nodes.map((node) => bytesField(GraphProto.node, serialiseMessage(node.message))),
    ...graph.flatMap((field) => {
      switch (field.number) {
        case GraphProto.initializer:
          return read.has(textsOf(parsed(field), TensorProto.name)[0] ?? '') ? [widenField(field)] : []
        case GraphProto.node:
        case GraphProto.output:
        case GraphProto.valueInfo: // describes tensors whose types have changed: the runtime infers them anew
          return []
        default:
          return [field]
      }
    }),
    ...kept,
  ]
  return serialiseMessage(
    modelMessage.map((field) =>
      field.number === ModelProto.graph ? bytesField(ModelProto.graph, serialiseMessage(rewritten)) : field,
    ),
  )
}

const parsed = (field: Field): Message => (field.value instanceof Uint8Array ? parseMessage(field.value) : [])
const nameOf = (field: Field): string | undefined => textsOf(parsed(field), ValueInfoProto.name)[0]

function nodesOf(graph: Message): Node[] {
  return graph.filter((field) => field.number === GraphProto.node).map((field) => asNode(parsed(field)))
}

function asNode(message: Message): Node {
  return {
    op: textsOf(message, NodeProto.opType)[0] ?? '',
    inputs: textsOf(message, NodeProto.input),
    outputs: textsOf(message, NodeProto.output),
    message,
  }
}

/**
 * Drops casts between half and single precision; whoever read a cast's output reads its input instead. Converters
 * append these casts after all other nodes, so they are collected before anything is renamed.
 */
function withoutFloatCasts(nodes: readonly Node[], output: string): Node[] {
  const standsFor = new Map(nodes.filter(isFloatCast).map((cast) => [cast.outputs[0] ?? '', cast.inputs[0] ?? '']))
  const real = (name: string): string => {
    const source = standsFor.get(name)
    return source === undefined ? name : real(source)
  }
  const kept = nodes
    .filter((node) => !isFloatCast(node))
    .map((node) => withInputs(node.op === 'Constant' ? widenConstant(node) : node, node.inputs.map(real)))
  return standsFor.has(output) ? [...kept, identity(real(output), output)] : kept
}

function isFloatCast(node: Node): boolean {
  if (node.op !== 'Cast') return false
  const attribute = bytesOf(node.message, NodeProto.attribute)
  const target = attribute && intOf(parseMessage(attribute), AttributeProto.int)
  return target === DataType.float || target === DataType.float16
}

function withInputs(node: Node, inputs: readonly string[]): Node {
  let next = 0
  const message = node.message.map((field) =>
    field.number === NodeProto.input ? textField(NodeProto.input, inputs[next++] ?? '') : field,
  )
  return { ...node, inputs, message }
}

function identity(from: string, to: string): Node {
  return asNode([
    textField(NodeProto.input, from),
    textField(NodeProto.output, to),
    textField(NodeProto.opType, 'Identity'),
  ])
}

/** Nodes are stored in topological order, so one walk from the end finds all that the output depends on. */
function neededFor(output: string, nodes: readonly Node[]): Node[] {
  const needed = new Set([output])
  return nodes
    .toReversed()
    .filter((node) => {
      if (!node.outputs.some((name) => needed.has(name))) return false
      for (const name of node.inputs) needed.add(name)
      return true
    })
    .reverse()
}

function widenConstant(node: Node): Node {
  const message = node.message.map((field) =>
    field.number === NodeProto.attribute
      ? bytesField(
          NodeProto.attribute,
          serialiseMessage(
            parsed(field).map((inner) => (inner.number === AttributeProto.tensor ? widenField(inner) : inner)),
          ),
        )
      : field,
  )
  return { ...node, message }
}

function widenField(field: Field): Field {
  const tensor = parsed(field)
  if (intOf(tensor, TensorProto.dataType) !== DataType.float16) return field
  const values = halfToFloat(halfBits(tensor))
  return bytesField(
    field.number,
    serialiseMessage([
      ...tensor.filter(({ number }) => number === TensorProto.dims || number === TensorProto.name),
      intField(TensorProto.dataType, DataType.float),
      bytesField(TensorProto.rawData, new Uint8Array(values.buffer)),
    ]),
  )
}

/** Half floats are stored raw, or one per varint in the int32 field, packed or not. */
function halfBits(tensor: Message): Uint16Array {
  const raw = bytesOf(tensor, TensorProto.rawData)
  if (raw) return new Uint16Array(new Uint8Array(raw).buffer) // a copy: the bytes may stand at an odd offset
  return Uint16Array.from(
    tensor
      .filter(({ number }) => number === TensorProto.int32Data)
      .flatMap(({ value }) => (value instanceof Uint8Array ? unpack(value) : [Number(value)])),
  )
}

function unpack(bytes: Uint8Array): number[] {
  const values: number[] = []
  let value = 0
  let scale = 1
  for (const byte of bytes) {
    value += (byte & 127) * scale
    scale *= 128
    if (byte < 128) {
      values.push(value)
      value = 0
      scale = 1
    }
  }
  return values
}
