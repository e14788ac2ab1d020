/** What a kernel can be given where it asks for a region of memory. */
import { memoryBuffer } from './memory.js'

export type Plane = Uint8Array | Uint8ClampedArray | Uint16Array | Int32Array | Float32Array

type Kind<P extends Plane> = new (buffer: ArrayBuffer, offset: number, length: number) => P

/** A plane as it is, or part of one, for reading; one that comes back; room to work in; one that is held; or none. */
export type Region = Plane | Part | Returned | Scratch | Held | null

/** What lies in a box, to kernels a plane of its own. */
export class Part<P extends Plane = Plane> {
  readonly byteLength: number

  constructor(
    readonly plane: P,
    /** In values of the plane. */
    readonly rows: { readonly first: number; readonly count: number; readonly length: number; readonly apart: number },
  ) {
    this.byteLength = rows.count * rows.length * plane.BYTES_PER_ELEMENT
  }
}

/** What of a picture's measures it takes to find a part of it. */
type Wide = { readonly width: number }
type Within = Wide & { readonly left: number; readonly top: number; readonly height: number }

/** `channels`: values per pixel. */
export function partOf<P extends Plane>(plane: P, { width }: Wide, box: Within, channels = 1): Part<P> {
  const [length, apart] = [box.width * channels, width * channels]
  return new Part(plane, { first: box.top * apart + box.left * channels, count: box.height, length, apart })
}

export class Returned<P extends Plane = Plane> {
  constructor(
    /** Undefined: what was there before does not matter. */
    readonly from: Plane | Part | undefined,
    readonly to: P | Part<P>,
  ) {}
}

/** The kernel changes the plane. With `into`, the plane stays as it is and the result goes there. */
export const changed = <P extends Plane>(plane: P | Part<P>, into = plane): Returned<P> => new Returned(plane, into)

/** The kernel writes all of the plane without reading it. */
export const filled = <P extends Plane>(plane: P): Returned<P> => new Returned(undefined, plane)

export class Scratch<P extends Plane = Plane> {
  constructor(
    readonly kind: Kind<P>,
    readonly bytes: number,
  ) {}
}

/** Room to work in. It holds anything at first, and is lost afterwards. */
export const floats = (count: number): Scratch<Float32Array> => new Scratch(Float32Array, count * 4)
export const ints = (count: number): Scratch<Int32Array> => new Scratch(Int32Array, count * 4)
export const bytes = (count: number): Scratch<Uint8Array> => new Scratch(Uint8Array, count)

/** The time for which regions are held. */
export class Hold {
  isOver = false
  /** Views of the memory are in use: it must not grow now, or they would be of another. */
  isSeen = false
  /** Planes that are out of date until it is over. */
  readonly returned: Returned[] = []
}

/** A region that stays in the kernels' memory from call to call: see `hold`. */
export class Held<P extends Plane = Plane> {
  constructor(
    private readonly hold: Hold,
    private readonly kind: Kind<P>,
    private readonly start: number,
    private readonly bytes: number,
  ) {}

  get address(): number {
    if (this.hold.isOver) throw new Error('This region is no longer held')
    return this.start
  }

  /** What lies from this place on, counted in values of the plane. */
  at(place: number): Held<P> {
    const offset = place * this.unit
    return new Held(this.hold, this.kind, this.start + offset, this.bytes - offset)
  }

  /** The region itself, to be read and written while it is held. From now on kernels take only what is held. */
  see(): P {
    this.hold.isSeen = true
    return this.view()
  }

  /** The first values of it, as a plane of its own. */
  copy(count: number): P {
    return this.view().slice(0, count) as P
  }

  /** Overwrites the first values of it. */
  set(values: P): void {
    this.view().set(values)
  }

  clear(): void {
    this.view().fill(0)
  }

  /** Overwrites the first values of it with those of another region. */
  copyFrom(other: Held<P>, count: number): void {
    this.view().set(other.view().subarray(0, count))
  }

  private view(): P {
    return new this.kind(memoryBuffer(), this.address, this.bytes / this.unit)
  }

  private get unit(): number {
    return (this.kind as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT
  }
}
