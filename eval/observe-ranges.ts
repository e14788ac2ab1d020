/**
 * For calibration: the same network, made to say the smallest and largest value of every tensor that can be quantised.
 * Its outputs come in pairs named `<tensor>:low` and `<tensor>:high`.
 */
import { DataType, TensorTypeProto, TypeProto, ValueInfoProto } from '../src/models/onnx/fields.js'
import { type Graph, nameOfValue, nested, plainNode } from '../src/models/onnx/graph.js'
import { intField, textField } from '../src/models/onnx/protobuf.js'

export function observeRanges(graph: Graph, tensors: readonly string[]): Graph {
  const watched = tensors.flatMap((tensor) => [
    plainNode('ReduceMin', [tensor], `${tensor}:low`),
    plainNode('ReduceMax', [tensor], `${tensor}:high`),
  ])
  const outputs = watched.map(({ name }) => [
    textField(ValueInfoProto.name, name),
    nested(ValueInfoProto.type, [nested(TypeProto.tensor, [intField(TensorTypeProto.elementType, DataType.float)])]),
  ])
  return { ...graph, nodes: [...graph.nodes, ...watched], outputs }
}

/** All pictures inside the network, and its input. */
export function observableTensors(graph: Graph): string[] {
  const made = graph.nodes
    .filter(({ op }) => ['Conv', 'Relu', 'Concat', 'Add'].includes(op))
    .flatMap(({ outputs }) => outputs)
  return [...graph.inputs.map(nameOfValue), ...made]
}
