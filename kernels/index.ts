/**
 * The hot loops over pixels, in AssemblyScript: TypeScript's syntax with WebAssembly's types, compiled with SIMD by
 * `npm run build`. Kernels know neither photos nor files, only numbers at addresses; src/imaging/kernels hands them their
 * memory and gives each a signature with a meaning.
 */
export { fitLinear } from './fit-linear'

/** Everything from here on is free for the caller to use. */
export function freeMemoryFrom(): usize {
  return __heap_base
}
