/**
 * .ci/processors, or npx tsx eval/processors.ts COMMAND THAT RUNS NODE
 *
 * Runs every picture network on the processor of this machine, and with the command given on another one, and compares
 * their answers on the sample photo. Float networks can hardly differ; the matte's products of 8 bits can, because x64
 * processors without VNNI add them up in pairs, in 16 bits. A copy of the matte whose weights need all 8 bits, the same
 * in arithmetic, shows that such a difference would be noticed.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { loadManifest } from '../src/models/manifest.js'
import { DataType, TensorProto } from '../src/models/onnx/fields.js'
import { bytesOf } from '../src/models/onnx/protobuf.js'
import { createModelStore, type ReadyNetwork } from '../src/models/store.js'
import { repositoryModels, samplePhoto } from '../test/support/project.js'
import { dimsOf, floatsOf, makeTensor, readGraph, type Tensor, typeOf, writeGraph } from '../training/onnx/graph.js'

/** How far answers may be apart: the mean difference, as a share of their own spread. Rounding comes to 0.007. */
const LIMIT = 0.02
const CONTROL = 'matte, weights of 8 bits'

type Answers = Readonly<Record<string, readonly number[]>>

const [command, ...words] = process.argv.slice(2)
if (!command) throw new Error('Give the command that runs Node on the other processor')
const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-processors-'))
try {
  const networks = await createModelStore(repositoryModels, loadManifest()).networks()
  let failed = false
  for (const [name, network] of Object.entries({ ...networks, [CONTROL]: await withWholeBytes(networks.matte!) })) {
    const here = await answersOf(network, process.execPath)
    const there = await answersOf(network, command, words)
    const difference = Math.max(...Object.keys(here).map((output) => differenceOf(here[output]!, there[output]!)))
    const agrees = difference < LIMIT
    failed ||= agrees === (name === CONTROL)
    console.log(`${agrees ? 'the same ' : 'different'}  ${difference.toFixed(5)}  ${name}`)
  }
  if (failed) {
    console.error(`All networks must be the same on both processors, and "${CONTROL}" different on one without VNNI.`)
    process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true })
}

async function answersOf({ size, ...network }: ReadyNetwork, node: string, before: readonly string[] = []) {
  const [picture, answer] = [path.join(folder, 'picture'), path.join(folder, 'answer.json')]
  await writeFile(picture, await sharp(samplePhoto).resize(size, size, { fit: 'fill' }).removeAlpha().raw().toBuffer())
  const program = fileURLToPath(new URL('network-answers.mjs', import.meta.url))
  execFileSync(node, [...before, program, JSON.stringify({ size, ...network }), picture, answer], { stdio: 'inherit' })
  return JSON.parse(await readFile(answer, 'utf8')) as Answers
}

function differenceOf(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(one)
  const spread = Math.sqrt(mean(one.map((value) => (value - middle) ** 2)))
  return mean(one.map((value, i) => Math.abs(value - other[i]!))) / (spread || 1)
}

/** Whole numbers twice as large, at scales half as large. */
async function withWholeBytes(network: ReadyNetwork): Promise<ReadyNetwork> {
  const graph = readGraph(await readFile(network.file))
  const constants = new Map(graph.constants)
  for (const [name, whole] of graph.constants) {
    if (!name.endsWith(':whole')) continue
    const scaleName = name.replace(/whole$/, 'scale')
    const scale = graph.constants.get(scaleName)!
    constants.set(name, doubled(name, whole))
    constants.set(
      scaleName,
      makeTensor(
        scaleName,
        DataType.float,
        dimsOf(scale),
        floatsOf(scale).map((s) => s / 2),
      ),
    )
  }
  const file = path.join(folder, 'whole-bytes.onnx')
  await writeFile(file, writeGraph({ ...graph, constants }))
  return { ...network, file }
}

function doubled(name: string, tensor: Tensor): Tensor {
  const { buffer } = Uint8Array.from(bytesOf(tensor, TensorProto.rawData)!)
  const type = typeOf(tensor)
  const numbers = type === DataType.int8 ? new Int8Array(buffer) : new Int32Array(buffer)
  return makeTensor(
    name,
    type,
    dimsOf(tensor),
    numbers.map((number) => number * 2),
  )
}
