/** Turns a network as shipped into one that is ready to run here; once, at set-up. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ModelEntry, ModelFile, NetworkRecipe, TextNetworkRecipe } from './manifest.js'
import { convertTfjs } from './tfjs/convert.js'

/** Raise this whenever the compiler's output changes: it is part of the names of compiled files. */
const COMPILER_VERSION = 3

/** A network that is not ready to run as it comes. */
export type CompiledRecipe = (NetworkRecipe | TextNetworkRecipe) & { readonly compile: { readonly kind: 'tfjs' } }

export const needsCompiling = (network: NetworkRecipe | TextNetworkRecipe): network is CompiledRecipe =>
  network.compile.kind !== 'ready'

export function compiledName(entry: ModelEntry, { id, compile }: CompiledRecipe): string {
  const sources = entry.files.map((file) => file.sha256)
  const birth = JSON.stringify([COMPILER_VERSION, sources, compile])
  return `${id}-${createHash('sha256').update(birth).digest('hex').slice(0, 16)}.onnx`
}

/** `pathOf` says where the entry's verified files are. */
export async function compileNetwork(
  { files }: Pick<ModelEntry, 'files'>,
  { compile }: CompiledRecipe,
  pathOf: (file: ModelFile) => string,
): Promise<Uint8Array> {
  const [first, ...others] = files
  if (!first) throw new Error('A network without files cannot be compiled')
  const model = await readFile(pathOf(first), 'utf8')
  const shards = new Map<string, Uint8Array>()
  for (const file of others) shards.set(nameInSource(file), await readFile(pathOf(file)))
  return convertTfjs(
    model,
    (name) => {
      const shard = shards.get(name)
      if (!shard) throw new Error(`The manifest lists no file for the weights ${name}`)
      return shard
    },
    { ...compile, ...(compile.openBatch && { batch: -1 }) },
  )
}

/** A model.json names its weight files relative to itself; they are always beside it. */
const nameInSource = (file: ModelFile): string => path.posix.basename(file.path ?? file.name)
