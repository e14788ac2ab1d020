/**
 * The compiled kernels and the memory they work in. A step reserves what it needs, fills it, calls its kernel and takes
 * the result out again before the next step does the same. Large pictures go through in bands: the memory then stays in
 * the processor's caches, and its size does not depend on the photo's.
 */
import { readFileSync } from 'node:fs'

/** Addresses are plain numbers. */
export type Address = number

interface Exports {
  readonly memory: WebAssembly.Memory
  freeMemoryFrom(): Address
}

const { memory, freeMemoryFrom, ...functions } = load()

/** What the module exports; each wrapper beside this file knows the signature of its own. */
export const kernel = <F extends (...values: number[]) => unknown>(name: string): F => {
  const found = (functions as Record<string, unknown>)[name]
  if (typeof found !== 'function') throw new Error(`There is no kernel ${name}. Run: npm run build`)
  return found as F
}

const PAGE_BYTES = 65_536
const ALIGNMENT = 16

/** Kernels that take floats by fours read and write so many bytes beyond a plane. */
export const SIMD_PADDING = 12

/** Memory for one step, by name, in bytes. What an earlier step reserved is no longer its own. */
export function reserve<Name extends string>(bytes: Readonly<Record<Name, number>>): Record<Name, Address> {
  let end = freeMemoryFrom()
  const addresses = {} as Record<Name, Address>
  for (const [name, count] of Object.entries<number>(bytes)) {
    end = Math.ceil(end / ALIGNMENT) * ALIGNMENT
    addresses[name as Name] = end
    end += count
  }
  const missing = end - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  return addresses
}

/** Views are valid until the next `reserve`. */
export const bytesAt = (address: Address, count: number): Uint8Array => new Uint8Array(memory.buffer, address, count)
export const intsAt = (address: Address, count: number): Int32Array => new Int32Array(memory.buffer, address, count)
export const floatsAt = (address: Address, count: number): Float32Array =>
  new Float32Array(memory.buffer, address, count)

/** Memory that is filled with planes of floats, by name, which kernels may take by fours; `more`: bytes for what else is needed. */
export function reservePlanes<Name extends string, More extends string = never>(
  planes: Readonly<Record<Name, Float32Array>>,
  more?: Readonly<Record<More, number>>,
): Record<Name | More, Address> {
  const entries = Object.entries<Float32Array>(planes)
  const bytes = Object.fromEntries(entries.map(([name, { length }]) => [name, length * 4 + SIMD_PADDING]))
  const at = reserve<string>({ ...bytes, ...more }) as Record<Name | More, Address>
  for (const [name, plane] of entries) floatsAt(at[name as Name], plane.length).set(plane)
  return at
}

function load(): Exports {
  // The same place as seen from the source and from what is built.
  const file = new URL('../../../kernels/kernels.wasm', import.meta.url)
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
    return exports as unknown as Exports
  } catch (cause) {
    throw new Error('The kernels do not load: kernels/kernels.wasm is absent, or of another version', { cause })
  }
}
