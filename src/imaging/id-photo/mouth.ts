/** Whether a mouth is open. A smile shows teeth; an open mouth is wide open, or dark inside. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import { toLab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { distanceOf, type Point } from '../raster/point.js'

// Relative to the distance from eyes to chin. The widest of 70 smiles in portraits has 0.15.
const WIDE_OPEN = 0.17
const PARTED = 0.08
/** Between parted lips, relative to the lightness of the cheeks: teeth have about 1, a dark mouth has less than half. */
const DARK = 0.4
/** Points of the mesh: pairs on the inner edges of the lips, from the middle outwards, and the cheeks. */
const LIPS = [
  [13, 14],
  [312, 317],
  [82, 87],
  [311, 402],
  [81, 178],
] as const
const CHEEKS = [50, 280, 101, 330]
/** Where between two lips. */
const BETWEEN = [0.25, 0.4, 0.5, 0.6, 0.75]

/** `faceLength`: eyes to chin, in pixels of the photo. */
export function isMouthOpen(photo: Photo, { mesh }: Face, faceLength: number): boolean {
  const { upper, lower } = MESH.innerLips
  const gap = distanceOf(mesh[upper]!, mesh[lower]!) / faceLength
  if (gap < PARTED || gap >= WIDE_OPEN) return gap >= WIDE_OPEN
  const inside = LIPS.flatMap(([up, low]) => BETWEEN.map((t) => lightnessAt(photo, between(mesh[up]!, mesh[low]!, t))))
  const cheeks = CHEEKS.map((point) => lightnessAt(photo, mesh[point]!))
  return medianOf(inside) < DARK * medianOf(cheeks)
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })

function lightnessAt({ width, height, colour }: Photo, { x, y }: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  const at = (row * width + column) * 3
  return toLab(colour[at]!, colour[at + 1]!, colour[at + 2]!)[0]
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
