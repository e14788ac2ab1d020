/**
 * Writes ONNX graphs node by node. Names are assigned here, and callers only pass them on; nodes must be added in
 * an order in which every input already exists, which is also the order that ONNX requires in the file.
 */
import {
  AttributeProto,
  AttributeType,
  DataType,
  DimensionProto,
  GraphProto,
  ModelProto,
  NodeProto,
  OperatorSetProto,
  ShapeProto,
  TensorProto,
  TensorTypeProto,
  TypeProto,
  ValueInfoProto,
} from './fields.js'
import { bytesField, type Field, floatField, intField, type Message, serialiseMessage, textField } from './protobuf.js'

const IR_VERSION = 8
const OPSET_VERSION = 18

export type ElementType = 'float' | 'uint8' | 'int64' | 'bool'

/** A bare number is an integer: ONNX tells integers and floats apart, JavaScript does not. */
export type Attribute = string | number | readonly number[] | { readonly float: number }
export type Attributes = Readonly<Record<string, Attribute>>

export interface GraphBuilder {
  /** Negative dimensions are known only at run time. */
  input(name: string, type: ElementType, dims: readonly number[]): string
  floats(values: Iterable<number>, dims: readonly number[]): string
  ints(values: Iterable<number>, dims?: readonly number[]): string
  /** Adds a node and returns the name of its only output. An empty input name leaves an optional input out. */
  node(operation: string, inputs: readonly string[], attributes?: Attributes): string
  nodeWithOutputs(operation: string, inputs: readonly string[], count: number, attributes?: Attributes): string[]
  output(name: string, tensor: string): void
  serialise(): Uint8Array
}

export function createGraphBuilder(name: string): GraphBuilder {
  const nodes: Field[] = []
  const tensors: Field[] = []
  const inputs: Field[] = []
  const outputs: Field[] = []
  let given = 0
  const fresh = (kind: string): string => `${kind}_${given++}`

  const addNode = (operation: string, from: readonly string[], to: readonly string[], attributes: Attributes = {}) => {
    nodes.push(
      nested(GraphProto.node, [
        ...from.map((input) => textField(NodeProto.input, input)),
        ...to.map((output) => textField(NodeProto.output, output)),
        textField(NodeProto.name, to[0] ?? ''),
        textField(NodeProto.opType, operation),
        ...Object.entries(attributes).map(([key, value]) => nested(NodeProto.attribute, attributeOf(key, value))),
      ]),
    )
  }
  const addTensor = (kind: string, type: bigint, dims: readonly number[], raw: ArrayBufferView): string => {
    const tensor = fresh(kind)
    tensors.push(
      nested(GraphProto.initializer, [
        ...dims.map((size) => intField(TensorProto.dims, size)),
        intField(TensorProto.dataType, type),
        textField(TensorProto.name, tensor),
        bytesField(TensorProto.rawData, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)),
      ]),
    )
    return tensor
  }

  return {
    input: (input, type, dims) => {
      inputs.push(nested(GraphProto.input, valueInfo(input, type, dims)))
      return input
    },
    floats: (values, dims) => addTensor('floats', DataType.float, dims, Float32Array.from(values)),
    ints: (values, dims) => {
      const data = BigInt64Array.from(Array.from(values, (value) => BigInt(value)))
      return addTensor('ints', DataType.int64, dims ?? [data.length], data)
    },
    node: (operation, from, attributes) => {
      const to = fresh(operation)
      addNode(operation, from, [to], attributes)
      return to
    },
    nodeWithOutputs: (operation, from, count, attributes) => {
      const to = Array.from({ length: count }, () => fresh(operation))
      addNode(operation, from, to, attributes)
      return to
    },
    output: (output, tensor) => {
      addNode('Identity', [tensor], [output])
      outputs.push(nested(GraphProto.output, valueInfo(output, 'float', undefined)))
    },
    serialise: () =>
      serialiseMessage([
        intField(ModelProto.irVersion, IR_VERSION),
        textField(ModelProto.producer, 'silhouette'),
        nested(ModelProto.graph, [...nodes, textField(GraphProto.name, name), ...tensors, ...inputs, ...outputs]),
        nested(ModelProto.opset, [
          textField(OperatorSetProto.domain, ''),
          intField(OperatorSetProto.version, OPSET_VERSION),
        ]),
      ]),
  }
}

const nested = (number: number, message: Message): Field => bytesField(number, serialiseMessage(message))

function attributeOf(name: string, value: Attribute): Message {
  const typed = (type: number, ...fields: Field[]): Message => [
    textField(AttributeProto.name, name),
    ...fields,
    intField(AttributeProto.type, type),
  ]
  if (typeof value === 'string') return typed(AttributeType.text, textField(AttributeProto.text, value))
  if (typeof value === 'number') return typed(AttributeType.int, intField(AttributeProto.int, value))
  if ('float' in value) return typed(AttributeType.float, floatField(AttributeProto.float, value.float))
  return typed(AttributeType.ints, ...value.map((item) => intField(AttributeProto.ints, item)))
}

/** Without dimensions the shape stays open: the runtime infers it. */
function valueInfo(name: string, type: ElementType, dims: readonly number[] | undefined): Message {
  const shape = dims?.map((size, axis) =>
    nested(ShapeProto.dimension, [
      size < 0 ? textField(DimensionProto.symbol, `d${axis}`) : intField(DimensionProto.size, size),
    ]),
  )
  const tensor = [
    intField(TensorTypeProto.elementType, DataType[type]),
    ...(shape ? [nested(TensorTypeProto.shape, shape)] : []),
  ]
  return [textField(ValueInfoProto.name, name), nested(ValueInfoProto.type, [nested(TypeProto.tensor, tensor)])]
}
