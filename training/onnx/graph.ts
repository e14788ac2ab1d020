/**
 * An ONNX file opened for editing: its nodes in topological order and its constant tensors by name. Each step of the
 * compiler takes a graph and gives a new one; what no step understands is carried along as it was.
 */
import {
  DataType,
  GraphProto,
  ModelProto,
  NodeProto,
  TensorProto,
  ValueInfoProto,
} from '../../src/models/onnx/fields.js'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  type Message,
  numbersOf,
  parseMessage,
  serialiseMessage,
  textField,
  textsOf,
} from '../../src/models/onnx/protobuf.js'

export interface Node {
  readonly op: string
  readonly name: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: readonly Message[]
}

/** A constant tensor, as stored. */
export type Tensor = Message

export interface Graph {
  readonly nodes: readonly Node[]
  readonly constants: ReadonlyMap<string, Tensor>
  readonly inputs: readonly Message[]
  readonly outputs: readonly Message[]
  /** The file around the graph, and what of the graph is not spelled out above. */
  readonly model: Message
  readonly rest: Message
}

export function readGraph(file: Uint8Array): Graph {
  const model = parseMessage(file)
  const bytes = bytesOf(model, ModelProto.graph)
  if (!bytes) throw new Error('Not an ONNX file: no graph')
  const fields = parseMessage(bytes)
  const all = (number: number): Message[] => fields.filter((field) => field.number === number).map(messageOf)
  return {
    nodes: all(GraphProto.node).map(asNode),
    constants: new Map(
      all(GraphProto.initializer).map((tensor) => [textsOf(tensor, TensorProto.name)[0] ?? '', tensor]),
    ),
    inputs: all(GraphProto.input),
    outputs: all(GraphProto.output),
    model,
    rest: fields.filter(({ number }) => !SPELLED_OUT.has(number)),
  }
}

// Descriptions of inner tensors are dropped: their types and shapes change, and the runtime infers them anew.
const SPELLED_OUT = new Set<number>([
  GraphProto.node,
  GraphProto.initializer,
  GraphProto.input,
  GraphProto.output,
  GraphProto.valueInfo,
])

export function writeGraph({ nodes, constants, inputs, outputs, model, rest }: Graph): Uint8Array {
  const graph = serialiseMessage([
    ...nodes.map((node) => nested(GraphProto.node, fromNode(node))),
    ...rest,
    ...Array.from(constants.values(), (tensor) => nested(GraphProto.initializer, tensor)),
    ...inputs.map((input) => nested(GraphProto.input, input)),
    ...outputs.map((output) => nested(GraphProto.output, output)),
  ])
  return serialiseMessage(
    model.map((field) => (field.number === ModelProto.graph ? bytesField(ModelProto.graph, graph) : field)),
  )
}

const messageOf = ({ value }: Field): Message => (value instanceof Uint8Array ? parseMessage(value) : [])
export const nested = (number: number, message: Message): Field => bytesField(number, serialiseMessage(message))
export const nameOfValue = (value: Message): string => textsOf(value, ValueInfoProto.name)[0] ?? ''

function asNode(message: Message): Node {
  return {
    op: textsOf(message, NodeProto.opType)[0] ?? '',
    name: textsOf(message, NodeProto.name)[0] ?? '',
    inputs: textsOf(message, NodeProto.input),
    outputs: textsOf(message, NodeProto.output),
    attributes: message.filter(({ number }) => number === NodeProto.attribute).map(messageOf),
  }
}

function fromNode({ op, name, inputs, outputs, attributes }: Node): Message {
  return [
    ...inputs.map((input) => textField(NodeProto.input, input)),
    ...outputs.map((output) => textField(NodeProto.output, output)),
    textField(NodeProto.name, name),
    textField(NodeProto.opType, op),
    ...attributes.map((attribute) => nested(NodeProto.attribute, attribute)),
  ]
}

/** A node without attributes, named after what it makes. */
export const plainNode = (op: string, inputs: readonly string[], output: string): Node => ({
  op,
  name: output,
  inputs,
  outputs: [output],
  attributes: [],
})

export const typeOf = (tensor: Tensor): bigint =>
  tensor.find(({ number }) => number === TensorProto.dataType)?.value as bigint
export const dimsOf = (tensor: Tensor): number[] => numbersOf(tensor, TensorProto.dims)

export function makeTensor(name: string, type: bigint, dims: readonly number[], data: ArrayBufferView): Tensor {
  return [
    ...dims.map((size) => intField(TensorProto.dims, size)),
    intField(TensorProto.dataType, type),
    textField(TensorProto.name, name),
    bytesField(TensorProto.rawData, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]
}

/** The numbers of a float tensor that is stored raw, as all of ours are. */
export function floatsOf(tensor: Tensor): Float32Array {
  const raw = bytesOf(tensor, TensorProto.rawData)
  if (!raw || typeOf(tensor) !== DataType.float)
    throw new Error(`The constant ${textsOf(tensor, TensorProto.name)[0]} does not hold raw single-precision numbers`)
  return new Float32Array(new Uint8Array(raw).buffer) // a copy: the bytes may stand at an odd offset
}
