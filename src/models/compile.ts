/** Turns a network as shipped into one that is ready to run here; once, at set-up. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ModelEntry, NetworkRecipe } from './manifest.js'
import { toFloat32 } from './onnx/to-float32.js'

/** Raise it whenever the compiler's output changes: it is part of the names of compiled files. */
const COMPILER_VERSION = 1

export function compiledName(entry: ModelEntry, network: NetworkRecipe): string {
  const sources = entry.files.map((file) => file.sha256)
  const birth = JSON.stringify([COMPILER_VERSION, sources, network.compile])
  return `${entry.id}-${createHash('sha256').update(birth).digest('hex').slice(0, 16)}.onnx`
}

export async function compileNetwork(sourceFile: string, network: NetworkRecipe): Promise<Uint8Array> {
  return toFloat32(await readFile(sourceFile), network.compile.output)
}
