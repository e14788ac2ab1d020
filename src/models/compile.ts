/** Turns a network as shipped into one that is ready to run here; once, at set-up. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ModelEntry, ModelFile, NetworkRecipe } from './manifest.js'
import { toFloat32 } from './onnx/to-float32.js'
import { convertTfjs } from './tfjs/convert.js'

/** Raise it whenever the compiler's output changes: it is part of the names of compiled files. */
const COMPILER_VERSION = 2

export function compiledName(entry: ModelEntry, network: NetworkRecipe): string {
  const sources = entry.files.map((file) => file.sha256)
  const birth = JSON.stringify([COMPILER_VERSION, sources, network.compile])
  return `${entry.id}-${createHash('sha256').update(birth).digest('hex').slice(0, 16)}.onnx`
}

/** `pathOf` says where the verified files of the entry are. */
export async function compileNetwork(
  { files }: Pick<ModelEntry, 'files'>,
  { compile }: NetworkRecipe,
  pathOf: (file: ModelFile) => string,
): Promise<Uint8Array> {
  const [first, ...others] = files
  if (!first) throw new Error('A network without files cannot be compiled')
  const source = await readFile(pathOf(first))
  if (compile.kind === 'onnx') return toFloat32(source, compile.output)

  const shards = new Map<string, Uint8Array>()
  for (const file of others) shards.set(nameInSource(file), await readFile(pathOf(file)))
  return convertTfjs(
    source.toString(),
    (name) => {
      const shard = shards.get(name)
      if (!shard) throw new Error(`The manifest lists no file for the weights ${name}`)
      return shard
    },
    compile,
  )
}

/** A model.json names its weights relative to itself; they always lie beside it. */
const nameInSource = (file: ModelFile): string => path.posix.basename(file.path ?? file.name)
