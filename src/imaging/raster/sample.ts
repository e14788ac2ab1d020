/** Samples a picture at fractional positions. Edge pixels are repeated outwards. */
import type { Size } from './picture.js'

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
