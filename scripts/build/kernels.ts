/**
 * kernels/kernels.wasm is made by `npm run kernels` and committed, since its optimiser takes longer than the rest of the
 * build. It ends with a digest of its sources, so that a change without a compilation is noticed at once.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, ROOT } from './places.js'

export const KERNELS = 'kernels/kernels.wasm'
/** Made together with them. */
export const SIGNATURES = 'src/imaging/kernels/signatures.ts'

export const COMPILER_OPTIONS = {
  '--outFile': KERNELS,
  '--optimizeLevel': '3',
  '--enable': 'simd',
  '--runtime': 'stub', // kernels allocate nothing: all memory they work on is handed to them
  '--use': 'abort=',
  '--disableWarning': '112', // vectors go from kernel to kernel only, never to JavaScript
}

const COMPILER = ['assemblyscript', 'binaryen']
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** Of sources, options and compiler; comments and line breaks do not count. */
export function sourceDigest(): string {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  const versions = COMPILER.map((name) => packages[`node_modules/${name}`]?.version)
  const hash = createHash('sha256').update(JSON.stringify([versions, COMPILER_OPTIONS]))
  const sources = filesIn('kernels').filter((name) => name.endsWith('.ts'))
  for (const name of sources.sort()) {
    hash.update(`${name}\0${read(name).replaceAll(COMMENT, '').replaceAll(/\s+/g, ' ')}\0`)
  }
  return hash.digest('hex')
}

/** What to do where they are not made of their sources as they are now. */
export function adviceOnKernels(): string | undefined {
  const digest = sourceDigest()
  if (readFileSync(at(KERNELS)).subarray(-digest.length).equals(Buffer.from(digest))) return undefined
  return `The kernels have changed since ${KERNELS} was made. Run: npm run kernels, and commit what it writes with them`
}

const at = (name: string): string => path.join(ROOT, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')
