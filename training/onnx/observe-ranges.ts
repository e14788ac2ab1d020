/**
 * For calibration: the same network, extended to output the minimum and maximum of the given tensors, in pairs named
 * `<tensor>:low` and `<tensor>:high`.
 */
import { DataType, TensorTypeProto, TypeProto, ValueInfoProto } from '../../src/models/onnx/fields.js'
import { intField, textField } from '../../src/models/onnx/protobuf.js'
import { type Graph, nested, plainNode } from './graph.js'

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
