/**
 * Leaves the network one output and drops all that it does not need: side outputs that are never read still cost time and
 * memory. The output may be a tensor inside the network, such as the numbers before a last step that we do better.
 */
import { DataType, TensorTypeProto, TypeProto, ValueInfoProto } from '../../src/models/onnx/fields.js'
import { intField, type Message, textField } from '../../src/models/onnx/protobuf.js'
import { type Graph, type Node, nameOfValue, nested } from './graph.js'

export function keepOutput(graph: Graph, output: string): Graph {
  const nodes = neededFor(output, graph.nodes)
  if (nodes.length === 0) throw new Error(`The network has no output ${output}`)
  const read = new Set(nodes.flatMap((node) => node.inputs))
  const declared = graph.outputs.find((value) => nameOfValue(value) === output)
  return {
    ...graph,
    nodes,
    constants: new Map([...graph.constants].filter(([name]) => read.has(name))),
    outputs: [declared ?? floatValue(output)],
  }
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

/** A float tensor whose shape the runtime infers. */
const floatValue = (name: string): Message => [
  textField(ValueInfoProto.name, name),
  nested(ValueInfoProto.type, [nested(TypeProto.tensor, [intField(TensorTypeProto.elementType, DataType.float)])]),
]
