/** How light a photo is at points of a face. */
import { toLab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'

export function lightnessAt({ width, height, colour }: Photo, { x, y }: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  const at = (row * width + column) * 3
  return toLab(colour[at]!, colour[at + 1]!, colour[at + 2]!)[0]
}

/** Between the points of each pair, at these shares of the way. */
export const lightnessBetween = (
  photo: Photo,
  pairs: readonly (readonly [Point, Point])[],
  shares: readonly number[],
): number[] =>
  pairs.flatMap(([a, b]) =>
    shares.map((t) => lightnessAt(photo, { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })),
  )

/** `share` 0.5 is the median. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
