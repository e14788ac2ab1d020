/** Turns a network as shipped into one that is ready to run here; once, at set-up. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ModelEntry, ModelFile, NetworkRecipe, TextNetworkRecipe } from './manifest.js'
import { readGraph, writeGraph } from './onnx/graph.js'
import { keepOutput } from './onnx/keep-output.js'
import { quantise, type Ranges } from './onnx/quantise.js'
import { raiseOpset } from './onnx/raise-opset.js'
import { resizeInput } from './onnx/resize-input.js'
import { toFloat32 } from './onnx/to-float32.js'
import { convertTfjs } from './tfjs/convert.js'

/** Raise this whenever the compiler's output changes: it is part of the names of compiled files. */
const COMPILER_VERSION = 3

export function compiledName(entry: ModelEntry, network: NetworkRecipe | TextNetworkRecipe): string {
  const sources = entry.files.map((file) => file.sha256)
  const { compile } = network
  const onnx = compile.kind === 'onnx' ? [sizeOf(network), compile.int8 && loadRanges(compile.int8.ranges)] : []
  const birth = JSON.stringify([COMPILER_VERSION, sources, compile, ...onnx])
  return `${network.id}-${createHash('sha256').update(birth).digest('hex').slice(0, 16)}.onnx`
}

/** `pathOf` says where the entry's verified files are. */
export async function compileNetwork(
  { files }: Pick<ModelEntry, 'files'>,
  network: NetworkRecipe | TextNetworkRecipe,
  pathOf: (file: ModelFile) => string,
): Promise<Uint8Array> {
  const [first, ...others] = files
  if (!first) throw new Error('A network without files cannot be compiled')
  const source = await readFile(pathOf(first))
  const { compile } = network
  if (compile.kind === 'onnx') return compileOnnx(source, compile, sizeOf(network))

  const shards = new Map<string, Uint8Array>()
  for (const file of others) shards.set(nameInSource(file), await readFile(pathOf(file)))
  return convertTfjs(
    source.toString(),
    (name) => {
      const shard = shards.get(name)
      if (!shard) throw new Error(`The manifest lists no file for the weights ${name}`)
      return shard
    },
    { ...compile, ...(compile.openBatch && { batch: -1 }) },
  )
}

function sizeOf(network: NetworkRecipe | TextNetworkRecipe): number {
  if ('size' in network) return network.size
  throw new Error(`${network.id}: networks that read text are not compiled from ONNX`)
}

type OnnxRecipe = Extract<NetworkRecipe['compile'], { kind: 'onnx' }>

function compileOnnx(source: Uint8Array, { output, shippedSize, int8 }: OnnxRecipe, size: number): Uint8Array {
  const float = keepOutput(toFloat32(readGraph(source)), output)
  const resized = resizeInput(float, shippedSize ?? size, size)
  if (!int8) return writeGraph(resized)
  const keepFloat = (name: string): boolean => int8.float.some((start) => name.startsWith(start))
  return writeGraph(quantise(raiseOpset(resized), { ranges: loadRanges(int8.ranges), keepFloat }))
}

/** We measured these ourselves (eval/calibrate.ts): unlike the weights, they are part of the product. */
function loadRanges(name: string): Ranges {
  const file = new URL(`../../catalog/${name}`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { ranges: Ranges }).ranges
}

/** A model.json names its weight files relative to itself; they are always beside it. */
const nameInSource = (file: ModelFile): string => path.posix.basename(file.path ?? file.name)
