/** Whether eyes are closed: the lids meet, or where the pupils should be it is as light as the skin. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Photo } from '../raster/picture.js'
import { distanceOf } from '../raster/point.js'
import { cheekLightness, lightnessAt, quantileOf } from './lightness-at.js'

/** Relative to the distance from eyes to chin. */
const MIN_OPENING = 0.04
// Relative to the lightness of the cheeks, the mean of both eyes. The highest of 85 portraits has 0.64, in a small photo.
const MAX_PUPILS = 0.68
/** Around a pupil, in eye distances. */
const GRID = [-0.05, -0.025, 0, 0.025, 0.05]
/** Reflections are small. */
const DARK_PART = 0.3

/** `faceLength`: eyes to chin, in pixels of the photo. */
export function areEyesClosed(photo: Photo, { mesh, pupils }: Face, faceLength: number): boolean {
  const openings = Object.values(MESH.lids).map(([[upper, lower]]) => distanceOf(mesh[upper]!, mesh[lower]!))
  if (Math.min(...openings) <= MIN_OPENING * faceLength) return true
  const apart = distanceOf(pupils.left, pupils.right)
  const [left, right] = [pupils.left, pupils.right].map(({ x, y }) => {
    const around = GRID.flatMap((dy) => GRID.map((dx) => lightnessAt(photo, { x: x + dx * apart, y: y + dy * apart })))
    return quantileOf(around, DARK_PART)
  })
  return (left! + right!) / 2 > MAX_PUPILS * cheekLightness(photo, mesh)
}
