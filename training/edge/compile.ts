/**
 * npx tsx training/edge/compile.ts EDGE.npz RANGES.json OUT.onnx
 *
 * Makes the 8-bit network that the product runs from the trained weights and the value ranges that calibrate.ts
 * measured. It takes pixels as they are, in bytes. Prints the file's length and sha256, which go into catalog/models.json.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createGraphBuilder } from '../../src/models/onnx/builder.js'
import { type Graph, nameOfValue, readGraph, writeGraph } from '../onnx/graph.js'
import { quantise, type Ranges } from '../onnx/quantise.js'
import { DIMS, INPUT, readEdgeGraph } from './graph.js'

const [trained, rangesFile, target] = process.argv.slice(2)
if (!trained || !rangesFile || !target) throw new Error('Give three files: EDGE.npz RANGES.json OUT.onnx')

const { ranges } = JSON.parse(await readFile(rangesFile, 'utf8')) as { ranges: Ranges }
const { graph, head } = readEdgeGraph(trained)
const bytes = writeGraph(takingBytes(quantise(graph, { ranges, keepFloat: (name) => name === head })))
await writeFile(target, bytes)
console.log(`"bytes": ${bytes.length},`)
console.log(`"sha256": "${createHash('sha256').update(bytes).digest('hex')}"`)

/** The network's first step rounds its input to 8 bits, which pixels have anyway: it is left out. */
function takingBytes(quantised: Graph): Graph {
  const [first, ...nodes] = quantised.nodes
  if (first?.op !== 'QuantizeLinear' || first.inputs[0] !== INPUT)
    throw new Error('The first step does not round the input')
  const pixels = first.outputs[0]!
  const builder = createGraphBuilder('input')
  builder.input(INPUT, 'uint8', DIMS)
  const { inputs } = readGraph(builder.serialise())
  if (inputs.length !== 1 || nameOfValue(inputs[0]!) !== INPUT) throw new Error('One input is expected')
  const renamed = nodes.map((node) => ({
    ...node,
    inputs: node.inputs.map((name) => (name === pixels ? INPUT : name)),
  }))
  return { ...quantised, inputs, nodes: renamed }
}
