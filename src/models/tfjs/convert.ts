/**
 * TensorFlow.js graph model → ONNX. The import walks back from the wanted outputs and turns each node it meets into one
 * or a few ONNX nodes; what the outputs do not need is never looked at. An operation that it does not know stops it.
 */
import { createGraphBuilder } from '../onnx/builder.js'
import { DataType } from '../onnx/fields.js'
import type { Conversion, ImportOptions, Operations } from './conversion.js'
import { declaredOutputs, inputsOf, parseGraphModel, parseReference, shapeOf, typeOf } from './graph.js'
import { arithmeticOperations } from './operations/arithmetic.js'
import { convolutionOperations } from './operations/convolution.js'
import { indexingOperations } from './operations/indexing.js'
import { layoutOperations } from './operations/layout.js'
import { readWeights, type Weight } from './weights.js'

const operations: Operations = {
  ...arithmeticOperations,
  ...convolutionOperations,
  ...indexingOperations,
  ...layoutOperations,
}

/** `shard` gives the content of a weight file that model.json names. Integers become int64 throughout. */
export function convertTfjs(
  modelJson: string,
  shard: (path: string) => Uint8Array,
  { outputs, batch = 1, dynamicReshape = false }: ImportOptions = {},
): Uint8Array {
  const model = parseGraphModel(modelJson)
  const weights = readWeights(model, shard)
  const nodes = new Map(model.modelTopology.node.map((node) => [node.name, node]))
  const graph = createGraphBuilder('tfjs')
  const done = new Map<string, readonly string[]>()

  const nodeOf: Conversion['nodeOf'] = (reference) => {
    const node = nodes.get(parseReference(reference).name)
    if (!node) throw new Error(`The TensorFlow.js model has no node ${reference}`)
    return node
  }

  const constant: Conversion['constant'] = (reference) => {
    const node = nodeOf(reference)
    if (node.op === 'Identity') return constant(inputsOf(node)[0] ?? '')
    return node.op === 'Const' ? weights.get(node.name) : undefined
  }

  const value: Conversion['value'] = (reference) => {
    const { name, port } = parseReference(reference)
    let tensors = done.get(name)
    if (!tensors) {
      tensors = [build(name)].flat()
      done.set(name, tensors)
    }
    const tensor = tensors[port]
    if (tensor === undefined) throw new Error(`${name} has no output ${port}`)
    return tensor
  }

  const build = (name: string): string | readonly string[] => {
    const node = nodeOf(name)
    if (node.op === 'Placeholder') {
      const dims = shapeOf(node, 'shape').map((size, axis) => (axis === 0 && size < 0 ? batch : size))
      return graph.input(name, typeOf(node, 'dtype'), dims)
    }
    if (node.op === 'Const') {
      const weight = weights.get(name)
      if (!weight) throw new Error(`The weights of ${name} are missing`)
      return addConstant(weight)
    }
    const operation = operations[node.op]
    if (!operation) throw new Error(`The TensorFlow operation ${node.op} (${name}) is not supported`)
    return operation(node, conversion)
  }

  const addConstant = ({ data, shape, type }: Weight): string => {
    if (type === 'float32') return graph.floats(data, shape)
    const integers = graph.ints(data, shape)
    return type === 'bool' ? graph.node('Cast', [integers], { to: Number(DataType.bool) }) : integers
  }

  const conversion: Conversion = { graph, batch, dynamicReshape, value, constant, nodeOf }
  for (const output of outputs ?? declaredOutputs(model)) {
    graph.output(onnxName(output), value(output))
  }
  return graph.serialise()
}

/** The name of an output in the ONNX file: slashes and colons have a meaning to some tools. */
function onnxName(output: string): string {
  return output.replace(/:0$/, '').replaceAll(/[:/]/g, '_')
}
