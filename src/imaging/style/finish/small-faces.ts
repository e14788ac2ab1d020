/**
 * Small faces keep their own drawing. No stroke, dot or hatching is fine enough for an eye of ten pixels: the medium gives
 * such a face its colours, its planes and its contrast, and the photo all that is finer, features before skin.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { type Canvas, lumaOf, lumaPlane, rangeOf, smoothstep } from '../pixels/canvas.js'
import { boxAround, copyPart, pastePart } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { drawParts, partsOf } from '../sitter/cover-parts.js'
import { pointsOf } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'

/** Heights in pixels of the picture: from the first on a face has room for its medium, at the second it has none. */
const [ROOMY, TINY] = [200, 80]
/** What is finer than planes, and the softness of the face's edge, in heights of the face. */
const [FINE, EDGE] = [0.04, 0.04]
/** How much of its texture skin keeps at most, and for a medium that is all its own: a face is not to look pasted in. */
const SKIN = { most: 0.2, ofCrisp: 1.7 }
/** Small pictures are soft. */
const SHARPER = 1.2
/** How much more contrast than the photo a medium has, at least and at most. */
const CONTRAST = [0.6, 2.2] as const
/** How far a channel rises with brightness: of one ink on paper it is that of the ink, whatever the photo's colours. */
const INK = [60, 400] as const
/** So much of its strokes and dots is left under what is fine. */
const MEDIUM = 0.5

/** In place. `crisp`: how much of the photo's finest detail the picture has, 0..1. */
export function keepSmallFaces(canvas: Canvas, scene: Scene, crisp: number): void {
  const onSkin = Math.min(SKIN.most, crisp * SKIN.ofCrisp)
  for (const face of scene.faces) {
    const share = smoothstep(ROOMY, TINY, faceHeightOf(face))
    if (share > 0) keepFace(canvas, scene, face, share, onSkin)
  }
}

/** `share` and `onSkin`: how much of the face as a whole, and of its skin. */
function keepFace(canvas: Canvas, scene: Scene, face: SceneFace, share: number, onSkin: number): void {
  const size = faceHeightOf(face)
  const box = boxAround(pointsOf(face, MESH.oval), Math.ceil(2 * EDGE * size), scene)
  const oval = drawParts(box, [face], partsOf([MESH.oval], 0.96))
  const soft = (plane: Float32Array, sigma: number) => blur(plane, box.width, box.height, Math.max(1, sigma * size))
  const part = (plane: Float32Array) => copyPart(plane, scene, box, 1)
  const [within, features, luma] = [soft(oval, EDGE), part(scene.features), part(scene.luma)]
  const colour = copyPart(canvas.colour, scene, box, 3)
  const channel = (c: number) => Float32Array.from(luma, (_, i) => colour[i * 3 + c]!)
  const planes = [0, 1, 2].map((c) => soft(channel(c), FINE))
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array]
  const laid = Float32Array.from(red, (r, i) => lumaOf(r, green[i]!, blue[i]!) / 255)
  const coarse = soft(luma, FINE)
  const gain = SHARPER * slopeOf(laid, coarse, within, CONTRAST)
  const inks = planes.map((plane) => slopeOf(plane, laid, within, INK))
  // Nothing is darker than the ink, or lighter than the paper.
  const [ink, paper] = rangeOf(lumaPlane(colour))
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    const kept = share * within[i]! * Math.max(features[i]!, onSkin)
    const fine = clamp(laid[i]! + (luma[i]! - coarse[i]!) * gain, ink, paper) - laid[i]!
    for (let c = 0; c < 3; c++) {
      const drawn = planes[c]![i]! + fine * inks[c]!
      colour[at + c]! += (drawn - colour[at + c]!) * (1 - MEDIUM) * kept + fine * inks[c]! * MEDIUM * kept
    }
  }
  pastePart(colour, box, canvas.colour, scene, 3)
}

/** How far one plane rises with another: the slope of the line through both. */
function slopeOf(
  plane: Float32Array,
  along: Float32Array,
  weights: Float32Array,
  [least, most]: readonly [number, number],
): number {
  let [sum, xs, ys, squares, products] = [1e-6, 0, 0, 0, 0]
  for (let i = 0; i < weights.length; i++) {
    const [weight, x, y] = [weights[i]!, along[i]!, plane[i]!]
    sum += weight
    xs += weight * x
    ys += weight * y
    squares += weight * x * x
    products += weight * x * y
  }
  const slope = (products / sum - (xs * ys) / sum ** 2) / Math.max(1e-5, squares / sum - (xs / sum) ** 2)
  return Math.min(most, Math.max(least, slope))
}
