/** How the face is lit: shares of clipped shadows and highlights, and the balance of its halves; from the result. */
import { crossingsAt } from '../raster/crossings.js'
import type { Cutout } from '../raster/picture.js'
import type { Point } from '../raster/point.js'

export interface FaceLight {
  /** Shares of the face without any detail. */
  readonly tooDark: number
  readonly tooBright: number
  /** Mean brightness of the left half over that of the right. */
  readonly balance: number
}

const DARK = 10
const BRIGHT = 245

/** `oval` runs around the face, `axis` is where its halves meet; in pixels of the result. */
export function measureLight({ width, height, colour }: Cutout, oval: readonly Point[], axis: number): FaceLight {
  let [pixels, dark, bright] = [0, 0, 0]
  const half = { left: { sum: 0, count: 0 }, right: { sum: 0, count: 0 } }
  const top = Math.max(0, Math.floor(Math.min(...oval.map(({ y }) => y))))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...oval.map(({ y }) => y))))
  for (let y = top; y <= bottom; y++) {
    const crossings = crossingsAt(oval, y + 0.5)
    const left = Math.max(0, Math.ceil(Math.min(...crossings) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(...crossings) - 0.5))
    for (let x = left; x <= right; x++) {
      const at = (y * width + x) * 3
      const luminance = 0.2126 * colour[at]! + 0.7152 * colour[at + 1]! + 0.0722 * colour[at + 2]!
      pixels += 1
      if (luminance < DARK) dark += 1
      if (luminance > BRIGHT) bright += 1
      const side = x + 0.5 < axis ? half.left : half.right
      side.sum += luminance
      side.count += 1
    }
  }
  const mean = ({ sum, count }: { sum: number; count: number }): number => sum / Math.max(1, count)
  return {
    tooDark: dark / Math.max(1, pixels),
    tooBright: bright / Math.max(1, pixels),
    balance: (mean(half.left) + 1) / (mean(half.right) + 1),
  }
}
