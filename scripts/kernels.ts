/** Compiles the kernels to WebAssembly with SIMD: `npm run kernels`, after a change to them. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import { COMPILER_OPTIONS, KERNELS, sourceDigest } from './build/kernels.js'
import { ROOT } from './build/places.js'

/** The same sources give the same bytes, on every machine. */
export async function compiledKernels(): Promise<Buffer> {
  let wasm: Uint8Array | undefined
  const { error } = await asc.main(
    ['kernels/index.ts', '--baseDir', ROOT, '--noAssert', ...Object.entries(COMPILER_OPTIONS).flat()],
    {
      stdout: process.stdout,
      stderr: process.stderr,
      writeFile: (_name, content) => {
        if (content instanceof Uint8Array) wasm = content
      },
    },
  )
  if (error || !wasm) throw new Error(`The kernels do not compile: ${error?.message}`)
  return Buffer.concat([wasm, customSection('sources', sourceDigest())])
}

/** A section that engines skip. Both lengths fit into a byte. */
function customSection(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.of(name.length), Buffer.from(name + text)])
  return Buffer.concat([Buffer.of(0, content.length), content])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(path.join(ROOT, KERNELS), await compiledKernels())
}
