/**
 * Before the package is made: takes out of the neural runtime, which is bundled with its libraries for all platforms, those
 * that the program never loads. They are back after the next `npm ci`.
 */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SPARE = [
  // For graphics cards, loaded only by sessions that ask for one.
  /^(DirectML|dxcompiler|dxil)\.dll$/,
  // The same file as libonnxruntime.1.dylib, which is the one that is loaded.
  /^libonnxruntime\.\d+\.\d+\.\d+\.dylib$/,
]

export const isSpare = (name: string): boolean => SPARE.some((pattern) => pattern.test(name))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../node_modules/onnxruntime-node/bin/', import.meta.url))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (isSpare(entry.name)) rmSync(path.join(entry.parentPath, entry.name))
  }
}
