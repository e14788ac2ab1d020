/** Samples a picture at fractional positions. Edge pixels are repeated outwards. */
import { clamp } from './clamp.js'
import type { Size } from './picture.js'
import type { Taps } from './taps.js'

/** A plane at a position in index coordinates: (0, 0) is the middle of its first pixel. */
export function sampleBilinear(plane: Uint8Array, { width, height }: Size, x: number, y: number): number {
  const left = x < 0 ? 0 : Math.floor(x)
  const top = y < 0 ? 0 : Math.floor(y)
  const right = left + 1 < width ? left + 1 : left
  const bottom = top + 1 < height ? top + 1 : top
  const fx = x < 0 ? 0 : x - left
  const fy = y < 0 ? 0 : y - top
  const upper = plane[top * width + left]! * (1 - fx) + plane[top * width + right]! * fx
  const lower = plane[bottom * width + left]! * (1 - fx) + plane[bottom * width + right]! * fx
  return upper * (1 - fy) + lower * fy
}

/** A plane with `columns` columns, at precomputed taps: those of column `x` and of row `y`. */
export function sampleAtTaps(
  plane: Float32Array,
  columns: number,
  across: Taps,
  x: number,
  down: Taps,
  y: number,
): number {
  const [top, bottom, v] = [down.low[y]! * columns, down.high[y]! * columns, down.part[y]!]
  const [left, right, u] = [across.low[x]!, across.high[x]!, across.part[x]!]
  return (
    (plane[top + left]! * (1 - u) + plane[top + right]! * u) * (1 - v) +
    (plane[bottom + left]! * (1 - u) + plane[bottom + right]! * u) * v
  )
}

interface ColourPicture extends Size {
  /** RGB, interleaved. */
  readonly colour: Uint8Array
}

/** Adds the colour of the nearest pixel to `sum`; the middle of the first pixel is (0.5, 0.5). */
export function addNearestColour(
  { width, height, colour }: ColourPicture,
  x: number,
  y: number,
  sum: Float64Array,
): void {
  const at = (clamp(Math.floor(y), 0, height - 1) * width + clamp(Math.floor(x), 0, width - 1)) * 3
  sum[0]! += colour[at]!
  sum[1]! += colour[at + 1]!
  sum[2]! += colour[at + 2]!
}

/** The same, interpolated. */
export function addBilinearColour(
  { width, height, colour }: ColourPicture,
  x: number,
  y: number,
  sum: Float64Array,
): void {
  const left = clamp(Math.floor(x - 0.5), 0, width - 1)
  const top = clamp(Math.floor(y - 0.5), 0, height - 1)
  const fx = clamp(x - 0.5 - left, 0, 1)
  const fy = clamp(y - 0.5 - top, 0, 1)
  const a = (top * width + left) * 3
  const b = left + 1 < width ? a + 3 : a
  const below = top + 1 < height ? width * 3 : 0
  for (let c = 0; c < 3; c++) {
    const upper = colour[a + c]! * (1 - fx) + colour[b + c]! * fx
    const lower = colour[a + below + c]! * (1 - fx) + colour[b + below + c]! * fx
    sum[c]! += upper * (1 - fy) + lower * fy
  }
}
