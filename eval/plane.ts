/**
 * The two kinds of raster in the evaluation: planes of numbers (alpha) and binary masks, both row by row. Everything
 * here works on single pixels; operations on neighbourhoods are in `morphology.ts` and `gradient.ts`.
 */
export interface Plane {
  /** Values in 0..1, `width * height` of them. */
  readonly data: Float32Array | Float64Array
  readonly width: number
  readonly height: number
}

export interface Mask {
  /** 1 where the mask is set, 0 elsewhere. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export function emptyMask(width: number, height: number): Mask {
  return { data: new Uint8Array(width * height), width, height }
}

/** Where the plane holds `threshold` or more. */
export function atLeast(plane: Plane, threshold: number): Mask {
  const mask = emptyMask(plane.width, plane.height)
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = plane.data[i]! >= threshold ? 1 : 0
  return mask
}

export function count(mask: Mask): number {
  let total = 0
  for (let i = 0; i < mask.data.length; i++) total += mask.data[i]!
  return total
}

/** How many pixels are set in both masks, and in at least one of them. */
export function overlap(a: Mask, b: Mask): { both: number; either: number } {
  let both = 0
  let either = 0
  for (let i = 0; i < a.data.length; i++) {
    both += a.data[i]! & b.data[i]!
    either += a.data[i]! | b.data[i]!
  }
  return { both, either }
}

/** Intersection over union; two empty masks agree fully. */
export function intersectionOverUnion(a: Mask, b: Mask): number {
  const { both, either } = overlap(a, b)
  return either === 0 ? 1 : both / either
}

/**
 * Rounds halves to even, as numpy and Python do. `Math.round` rounds them up, and a difference of one pixel in a
 * tolerance would be enough to miss the reference numbers.
 */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}
