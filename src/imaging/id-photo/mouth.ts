/** Whether a mouth is open. A smile shows teeth; an open mouth is wide open, or dark inside. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Photo } from '../raster/picture.js'
import { distanceOf } from '../raster/point.js'
import { cheekLightness, lightnessBetween, quantileOf } from './lightness-at.js'

// Relative to the distance from eyes to chin. The widest smile of 85 portraits has 0.15.
const WIDE_OPEN = 0.17
const PARTED = 0.08
/** Between parted lips, relative to the lightness of the cheeks: teeth have 0.58 and more. */
const DARK = 0.4
const BETWEEN = [0.25, 0.4, 0.5, 0.6, 0.75]

/** `faceLength`: eyes to chin, in pixels of the photo. */
export function isMouthOpen(photo: Photo, { mesh }: Face, faceLength: number): boolean {
  const [upper, lower] = MESH.lips[0]
  const gap = distanceOf(mesh[upper]!, mesh[lower]!) / faceLength
  if (gap < PARTED || gap >= WIDE_OPEN) return gap >= WIDE_OPEN
  const lips = MESH.lips.map(([up, low]) => [mesh[up]!, mesh[low]!] as const)
  return quantileOf(lightnessBetween(photo, lips, BETWEEN), 0.5) < DARK * cheekLightness(photo, mesh)
}
