/** The colour and lightness of a photo at points of a face. */
import { MESH } from '../detect/faces/mesh.js'
import { type Lab, toLab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'

/** At the nearest pixel, also for points beyond the photo. */
export function labAt({ width, height, colour }: Photo, { x, y }: Point): Lab {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  const at = (row * width + column) * 3
  return toLab(colour[at]!, colour[at + 1]!, colour[at + 2]!)
}

export const lightnessAt = (photo: Photo, point: Point): number => labAt(photo, point)[0]

/** What light the other parts of a face are compared with. */
export const cheekLightness = (photo: Photo, mesh: readonly Point[]): number =>
  quantileOf(
    MESH.cheeks.map((point) => lightnessAt(photo, mesh[point]!)),
    0.5,
  )

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
