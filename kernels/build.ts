/** Compiles the kernels to WebAssembly with SIMD, unless that was done after the last change to them. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = path.dirname(folder)
const target = path.join(root, 'dist/kernels.wasm')
const inputs = [...readdirSync(folder), '../package-lock.json'].map((name) => path.join(folder, name))

const changedAt = Math.max(...[folder, ...inputs].map((file) => statSync(file).mtimeMs))
if (!existsSync(target) || statSync(target).mtimeMs < changedAt) {
  mkdirSync(path.dirname(target), { recursive: true })
  const options = {
    '--outFile': 'dist/kernels.wasm',
    '--optimizeLevel': '3',
    '--enable': 'simd',
    '--runtime': 'stub', // kernels allocate nothing: all memory they work on is handed to them
    '--use': 'abort=',
    '--disableWarning': '112', // vectors go from kernel to kernel only, never to JavaScript
  }
  const { error } = await asc.main(
    ['kernels/index.ts', '--baseDir', root, '--noAssert', ...Object.entries(options).flat()],
    { stdout: process.stdout, stderr: process.stderr },
  )
  if (error) throw new Error(`The kernels do not compile: ${error.message}`)
}
