/**
 * Faces before anything is made of them: folds no deeper, and patches no redder, than a few tones or strokes can show as
 * skin. Every style exaggerates what it finds: a smile's folds would become black wedges, a ruddy forehead orange.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lumaOf, smoothstep } from '../pixels/canvas.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE, MOUSTACHE_OUTLINE, NOSE, pointsOf } from './face-parts.js'
import { meanColour } from './fill-light.js'
import { greynessBeside } from './greyness.js'

/** In heights of the face: the form that folds lie in, the softness of edges, and what is too fine for a fold. */
const [FORM, EDGE, FINE] = [0.08, 0.012, 0.005]
/** By which share of the form a fold is darker: left alone up to the first, never beyond the second. */
const [SHALLOW, DEEPEST] = [0.06, 0.24]
/** How far a colour is from the face's own, both at luma 1: left alone up to the first, never beyond the second. */
const [OWN, FARTHEST] = [0.04, 0.13]
/** Brows are thicker than their outlines, and eyes have lashes; at the corners of lips and moustaches folds begin. */
const FEATURES = [
  ...BROW_OUTLINES.map((part) => ({ part, scale: 2.2 })),
  ...EYE_OUTLINES.map((part) => ({ part, scale: 1.7 })),
  { part: [NOSE.tip, ...NOSE.wings], scale: 1.25 },
  { part: LIPS_OUTLINE, scale: 1 },
  { part: MOUSTACHE_OUTLINE, scale: 0.9 },
]
/** The outline of a face keeps its shadow. */
const INNER = 0.93

interface Found extends Size {
  readonly luma: Float32Array
  readonly skin: Float32Array
  readonly faces: readonly Pick<Face, 'mesh'>[]
  readonly faceHeight: number
}

/** A copy of the photo. */
export function evenSkin(photo: Uint8Array, found: Found): Uint8Array {
  const { width, height, luma, skin, faceHeight } = found
  const soft = (plane: Float32Array, sigma: number) => blur(plane, width, height, Math.max(1, sigma * faceHeight))
  const planes = paintFaces(found)
  const [faces, features, fold] = [soft(planes.faces, EDGE), soft(planes.features, EDGE), soft(luma, FINE)]
  // Beards are no skin, other darks of a face are at least a little.
  const bare = faces.map((share, i) => share * (1 - features[i]!) * Math.min(1, skin[i]! * 3))
  const weight = soft(bare, FORM)
  const formOf = (plane: Float32Array) =>
    soft(
      plane.map((value, i) => value * bare[i]!),
      FORM,
    ).map((sum, i) => sum / Math.max(1e-3, weight[i]!))
  // The second time without the folds: they would darken the form around them.
  const form = formOf(formOf(luma).map((value, i) => Math.max(value, luma[i]!)))
  const tone = meanColour(photo, skin)
  const [red, green, blue] = tone.map((channel) => channel / Math.max(1, lumaOf(...tone))) as [number, number, number]
  const greyness = greynessBeside(tone)
  const even = new Uint8Array(photo)
  for (let i = 0, at = 0; i < bare.length; i++, at += 3) {
    const level = luma[i]! * 255
    if (level < 1 || (bare[i]! < 0.004 && skin[i]! < 0.5)) continue
    const [r, g, b] = [photo[at]!, photo[at + 1]!, photo[at + 2]!]
    const grey = greyness(r, b, level)
    const depth = 1 - fold[i]! / Math.max(0.01, form[i]!)
    const lift = 1 + ((1 - held(depth, SHALLOW, DEEPEST)) / (1 - depth) - 1) * bare[i]! * (1 - grey)
    const away = [r / level - red, g / level - green, b / level - blue] as const
    const distance = Math.hypot(...away)
    // Highlights are paler than skin, and stay so. Ears and necks are ruddy as well.
    const ruddy = Math.max(bare[i]!, smoothstep(0.5, 0.9, skin[i]!) * (1 - features[i]!)) * smoothstep(0, OWN, away[0])
    const back = ruddy * (1 - held(distance, OWN, FARTHEST) / Math.max(OWN, distance)) * level
    for (let c = 0; c < 3; c++) even[at + c] = Math.min(255, Math.max(0, (photo[at + c]! - away[c]! * back) * lift))
  }
  return even
}

/** Faces within their outlines, which keep their shadows, and what in them is dark or red itself. */
function paintFaces({ width, height, luma, faces: found }: Found) {
  const [faces, features] = [new Float32Array(luma.length), new Float32Array(luma.length)]
  for (const face of found) {
    const fill = (plane: Float32Array, part: readonly number[], scale: number): void =>
      fillPolygon(plane, width, height, scalePolygon(pointsOf(face, part), scale))
    fill(faces, MESH.oval, INNER)
    for (const { part, scale } of FEATURES) fill(features, part, scale)
  }
  return { faces, features }
}

/** The value up to `free`, and from there on ever less more, never `most`. */
const held = (value: number, free: number, most: number): number =>
  value > free ? free + (most - free) * Math.tanh((value - free) / (most - free)) : value
