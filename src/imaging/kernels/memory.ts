/** The compiled kernels and the memory they work in. Addresses stay in this folder: others use room.ts. */
import { readFileSync } from 'node:fs'

interface Exports extends Record<string, unknown> {
  readonly memory: WebAssembly.Memory
  freeMemoryFrom(): number
}

const PAGE_BYTES = 65_536

const { memory, freeMemoryFrom, ...functions } = load()

export const compiled = functions as Record<string, (...values: number[]) => unknown>

/** Everything from here on is free. */
export const FREE_FROM = freeMemoryFrom()

/** The memory as it is now: when it grows, it becomes another buffer. */
export const memoryBuffer = (): ArrayBuffer => memory.buffer

export function growTo(bytes: number): void {
  memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES))
}

function load(): Exports {
  // The same place as seen from the source and from what is built.
  const file = new URL('../../../kernels/kernels.wasm', import.meta.url)
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
    return exports as Exports
  } catch (cause) {
    throw new Error('The kernels do not load: kernels/kernels.wasm is absent, or of another version', { cause })
  }
}
