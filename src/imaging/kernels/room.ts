/**
 * Where kernels are called with planes. Each call copies what it is given into the kernels' memory and takes the results
 * out again; `hold` keeps planes there for many calls. The memory is a stack: a call, or a hold within a hold, works
 * above everything that is held, so that no two can meet.
 */
import { compiled, FREE_FROM, growTo, memoryBuffer } from './memory.js'
import { Held, Hold, Part, type Plane, type Region, Returned, Scratch } from './region.js'
import type { Kernels } from './signatures.js'

export { bytes, changed, filled, floats, type Held, ints, partOf, type Region } from './region.js'

const ALIGNMENT = 16
/** Kernels take values by fours and more, also the last ones: so many bytes beyond a region are theirs, 0 at first. */
const PADDING = 32

let end = FREE_FROM
let memory = new Uint8Array(memoryBuffer())
const holds: Hold[] = []

export const kernels = Object.fromEntries(
  Object.entries(compiled).map(([name, kernel]) => [name, takingPlanes(kernel)]),
) as unknown as Kernels

function takingPlanes(kernel: (...values: number[]) => unknown) {
  return (...given: (Region | number)[]): unknown => {
    const before = end
    const returned: { readonly region: Returned; readonly address: number }[] = []
    try {
      // Strokes are drawn by the hundred thousand: the values take the places of the regions.
      for (let i = 0; i < given.length; i++) {
        const region = given[i] as Region | number
        if (typeof region === 'number') continue
        const address = place(region)
        given[i] = address
        if (region instanceof Returned) returned.push({ region, address })
      }
      const result = kernel(...(given as number[]))
      for (const { region, address } of returned) takeOut(region, address)
      return result
    } finally {
      end = before
    }
  }
}

type Holdable = Exclude<Region, Held | null>
type PlaneOf<R> = R extends Returned<infer P> | Scratch<infer P> | Part<infer P> ? P : R extends Plane ? R : never

/** Keeps regions in the kernels' memory while `work` runs; what comes back does so when it returns. */
export function hold<Regions extends Record<string, Holdable>, T>(
  regions: Regions,
  work: (held: { readonly [Name in keyof Regions]: Held<PlaneOf<Regions[Name]>> }) => T,
): T {
  const before = end
  const own = new Hold()
  try {
    const placed = Object.entries(regions).map(([name, region]) => ({ name, region, address: place(region) }))
    const held = placed.map(({ name, region, address }) => [name, heldAt(own, region, address)] as const)
    for (const { region } of placed) if (region instanceof Returned) own.returned.push(region)
    holds.push(own)
    const result = work(Object.fromEntries(held) as never)
    for (const { region, address } of placed) if (region instanceof Returned) takeOut(region, address)
    return result
  } finally {
    own.isOver = true
    if (holds.at(-1) === own) holds.pop()
    end = before
  }
}

function heldAt(own: Hold, region: Holdable, address: number): Held {
  if (region instanceof Scratch) return new Held(own, region.kind, address, region.bytes)
  const plane = region instanceof Returned ? region.to : region
  return new Held(own, wholeOf(plane).constructor as never, address, plane.byteLength)
}

function place(region: Region): number {
  if (region === null) return 0
  if (region instanceof Held) return region.address
  if (region instanceof Scratch) return reserve(region.bytes)
  if (!(region instanceof Returned)) return copyIn(region)
  return region.from ? copyIn(region.from) : reserve(region.to.byteLength)
}

function copyIn(plane: Plane | Part): number {
  const whole = wholeOf(plane)
  for (const { returned } of holds) {
    if (returned.some(({ to }) => overlap(wholeOf(to), whole)))
      throw new Error('This plane is held, and out of date until then: give the kernel what is held instead')
  }
  const address = reserve(plane.byteLength)
  if (plane instanceof Part) eachRow(plane, (row, at) => memory.set(row, address + at))
  else memory.set(bytesOf(plane), address)
  memory.fill(0, address + plane.byteLength, end)
  return address
}

function takeOut({ to }: Returned, address: number): void {
  if (!(to instanceof Part)) bytesOf(to).set(memory.subarray(address, address + to.byteLength))
  else eachRow(to, (row, at) => row.set(memory.subarray(address + at, address + at + row.length)))
}

/** `at`: where the row is in the kernels' memory, from the start of the part. */
function eachRow({ plane, rows }: Part, use: (row: Uint8Array, at: number) => void): void {
  const [whole, unit] = [bytesOf(plane), plane.BYTES_PER_ELEMENT]
  const length = rows.length * unit
  for (let row = 0, from = rows.first * unit; row < rows.count; row++, from += rows.apart * unit)
    use(whole.subarray(from, from + length), row * length)
}

const wholeOf = (plane: Plane | Part): Plane => (plane instanceof Part ? plane.plane : plane)

function reserve(count: number): number {
  if (holds.some(({ isSeen }) => isSeen)) throw new Error('While a region is seen, kernels take only what is held')
  const address = Math.ceil(end / ALIGNMENT) * ALIGNMENT
  end = address + count + PADDING
  if (end > memory.length) {
    growTo(end)
    memory = new Uint8Array(memoryBuffer())
  }
  return address
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Plane): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const overlap = (one: Plane, other: Plane): boolean =>
  one.buffer === other.buffer &&
  one.byteOffset < other.byteOffset + other.byteLength &&
  other.byteOffset < one.byteOffset + one.byteLength
