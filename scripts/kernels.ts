/**
 * Compiles the kernels to WebAssembly with SIMD, and writes down their signatures: `npm run kernels`, after a change to
 * them.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import { COMPILER_OPTIONS, KERNELS, SIGNATURES, sourceDigest } from './build/kernels.js'
import { ROOT } from './build/places.js'

interface CompiledKernels {
  readonly wasm: Buffer
  /** What src/imaging/kernels knows of them, in TypeScript. */
  readonly signatures: string
}

/** The same sources give the same bytes, on every machine. */
export async function compiledKernels(): Promise<CompiledKernels> {
  let wasm: Uint8Array | undefined
  let declarations = ''
  const { error } = await asc.main(
    [
      'kernels/index.ts',
      ...['--baseDir', ROOT, '--noAssert', '--bindings', 'raw'],
      ...Object.entries(COMPILER_OPTIONS).flat(),
    ],
    {
      stdout: process.stdout,
      stderr: process.stderr,
      writeFile: (name, content) => {
        if (content instanceof Uint8Array) wasm = content
        else if (name.endsWith('.d.ts')) declarations = content
      },
    },
  )
  if (error || !wasm) throw new Error(`The kernels do not compile: ${error?.message}`)
  return {
    wasm: Buffer.concat([wasm, customSection('sources', sourceDigest())]),
    signatures: signaturesFrom(declarations),
  }
}

/** A section that engines skip. Both lengths fit into a byte. */
function customSection(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.of(name.length), Buffer.from(name + text)])
  return Buffer.concat([Buffer.of(0, content.length), content])
}

const LINE = 120

/** The compiler names each parameter's own type in a comment: addresses are `usize`, and stand for regions. */
function signaturesFrom(declarations: string): string {
  const members = declarations.split('/**').flatMap((text) => {
    const [, name, result] = /export function (\w+)\(.*\): (\w+);/.exec(text) ?? []
    if (!name || name === 'freeMemoryFrom') return []
    const parameters = Array.from(text.matchAll(/@param (\w+) `(\w+)`/g), ([, own, type]) => {
      return `${own}: ${type === 'usize' ? 'Region' : 'number'}`
    })
    const line = `  ${name}(${parameters.join(', ')}): ${result}`
    return line.length <= LINE ? line : `  ${name}(\n${parameters.map((it) => `    ${it},\n`).join('')}  ): ${result}`
  })
  return [
    '/** Made of kernels/ by `npm run kernels`: what each of them does is told there. */',
    "import type { Region } from './region.js'",
    '',
    'export interface Kernels {',
    ...members,
    '}',
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { wasm, signatures } = await compiledKernels()
  writeFileSync(path.join(ROOT, KERNELS), wasm)
  writeFileSync(path.join(ROOT, SIGNATURES), signatures)
}
