/**
 * Lifts a graph of operator set 11 or 12 to 13, where 8-bit weights may have a scale per channel. Of the operators in
 * our networks only two changed: their axes moved from an attribute to an input.
 */
import { AttributeProto, DataType, ModelProto, OperatorSetProto } from '../../src/models/onnx/fields.js'
import { bytesOf, intField, intOf, type Message, numbersOf } from '../../src/models/onnx/protobuf.js'
import { attributeOf, type Graph, makeTensor, messageOf, type Node, nested } from './graph.js'

const TARGET = 13
const MOVED = new Set(['Unsqueeze', 'Squeeze'])

export function raiseOpset(graph: Graph): Graph {
  const version = opsetOf(graph.model)
  if (version >= TARGET) return graph
  if (version < 11) throw new Error(`Operator set ${version} is older than this compiler understands (11)`)
  const constants = new Map(graph.constants)
  const nodes = graph.nodes.map((node): Node => {
    const axes = MOVED.has(node.op) ? attributeOf(node, 'axes') : undefined
    if (!axes) return node
    const name = `${node.outputs[0]}:axes`
    const values = BigInt64Array.from(numbersOf(axes, AttributeProto.ints), BigInt)
    constants.set(name, makeTensor(name, DataType.int64, [values.length], values))
    return { ...node, inputs: [...node.inputs, name], attributes: node.attributes.filter((other) => other !== axes) }
  })
  return { ...graph, nodes, constants, model: graph.model.map(withTarget) }
}

const isOwnDomain = (opset: Message): boolean => !bytesOf(opset, OperatorSetProto.domain)?.length

function opsetOf(model: Message): number {
  const opsets = model.filter(({ number }) => number === ModelProto.opset).map(messageOf)
  return Number(intOf(opsets.find(isOwnDomain) ?? [], OperatorSetProto.version) ?? 0)
}

function withTarget(field: Message[number]): Message[number] {
  if (field.number !== ModelProto.opset || !isOwnDomain(messageOf(field))) return field
  return nested(ModelProto.opset, [intField(OperatorSetProto.version, TARGET)])
}
