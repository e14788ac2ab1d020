/** Beards and moustaches. Taken for skin they would be lifted, evened and thinned out like a shadow on it. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lumaOf, lumaPlane, smoothstep } from '../pixels/canvas.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { BEARD_OUTLINE, BROW_OUTLINES, EYE_OUTLINES, MOUSTACHE_OUTLINE, pointsOf } from './face-parts.js'
import { meanColour } from './fill-light.js'

/** In the plane of hair: too short for strokes to follow its strands. */
export const SHORT_HAIR = 0.5

/** By which share a beard is darker than the cheeks, less by how much it is warmer: skin in the shade is both. */
const DARKER = [0.15, 0.32] as const
/** In heights of the face: it is broader than a fold, and compared with the cheeks this far around. */
const [BROAD, NEARBY] = [0.016, 0.16]

/** 0..1 at every pixel; `size`: the height of the face. */
export function beardOf(
  { width, height, colour }: Size & { readonly colour: Uint8Array },
  face: Pick<Face, 'mesh'>,
  size: number,
): Float32Array {
  const soft = (plane: Float32Array, sigma: number) => blur(plane, width, height, sigma * size)
  const paint = (parts: readonly (readonly number[])[], scale: number): Float32Array => {
    const plane = new Float32Array(width * height)
    for (const part of parts) fillPolygon(plane, width, height, scalePolygon(pointsOf(face, part), scale))
    return plane
  }
  const jaw = paint([BEARD_OUTLINE, MOUSTACHE_OUTLINE], 1)
  const eyes = paint([...EYE_OUTLINES, ...BROW_OUTLINES], 1.45)
  const cheeks = paint([MESH.oval], 0.9).map((inside, i) => inside * (1 - Math.max(jaw[i]!, eyes[i]!)))
  const luma = lumaPlane(colour)
  const redLessBlue = luma.map((_, i) => (colour[i * 3]! - colour[i * 3 + 2]!) / 255)
  const lit = luma.map((value, i) => value * cheeks[i]!)
  const [dark, warm] = [soft(luma, BROAD), soft(redLessBlue, BROAD)]
  const [level, weight] = [soft(lit, NEARBY), soft(cheeks, NEARBY)]
  const [red, green, blue] = meanColour(colour, cheeks)
  const own = (red - blue) / Math.max(1, lumaOf(red, green, blue))
  return jaw.map((inside, i) => {
    if (inside === 0 || weight[i]! < 1e-3) return 0
    const darker = 1 - (dark[i]! * weight[i]!) / Math.max(1e-4, level[i]!)
    const warmer = warm[i]! / Math.max(0.02, dark[i]!) - own
    return smoothstep(DARKER[0], DARKER[1], darker - warmer)
  })
}
