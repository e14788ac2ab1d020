/**
 * Faces before anything is made of them: folds no deeper, and patches no redder, than a few tones or strokes can show as
 * skin. Every style exaggerates what it finds: a smile's folds would become black wedges, a ruddy forehead orange.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { floats, type Held, hold, kernels } from '../../kernels/room.js'
import { blurHeld } from '../../raster/blur.js'
import { lumaOf } from '../pixels/canvas.js'
import { wholeOf } from '../pixels/patch.js'
import { drawParts, type Part, partsOf } from './cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE, MOUSTACHE_OUTLINE, NOSE } from './face-parts.js'
import { type HeldPhoto, meanColour, type Person, warmthOf } from './fill-light.js'

/** In heights of the face: the form that folds lie in, the softness of edges, and what is too fine for a fold. */
const [FORM, EDGE, FINE] = [0.08, 0.012, 0.005]
/** By which share of the form a fold is darker: left alone up to the first, never beyond the second. */
const [SHALLOW, DEEPEST] = [0.06, 0.24]
/** How far a colour is from the face's own, both at luma 1: left alone up to the first, never beyond the second. */
const [OWN, FARTHEST] = [0.04, 0.13]
/** Brows are thicker than their outlines, and eyes have lashes; at the corners of lips and moustaches folds begin. */
const FEATURES = [
  ...partsOf(BROW_OUTLINES, 2.2),
  ...partsOf(EYE_OUTLINES, 1.7),
  ...partsOf([[NOSE.tip, ...NOSE.wings]], 1.25),
  ...partsOf([LIPS_OUTLINE], 1),
  ...partsOf([MOUSTACHE_OUTLINE], 0.9),
]
/** The outline of a face keeps its shadow. */
const INNER = partsOf([MESH.oval], 0.93)

/** In place. */
export function evenSkin({ photo, luma, skin }: HeldPhoto, found: Person): void {
  const { width, height, faceHeight } = found
  const area = width * height
  const soften = (plane: Held<Float32Array>, sigma: number) =>
    blurHeld(plane, width, height, Math.max(1, sigma * faceHeight))
  const tone = meanColour(photo, skin, area)
  const [red, green, blue] = tone.map((channel) => channel / Math.max(1, lumaOf(...tone))) as [number, number, number]
  const settings = Float32Array.of(red, green, blue, warmthOf(tone), SHALLOW, DEEPEST, OWN, FARTHEST)
  const work = { fold: floats(area), bare: floats(area), weight: floats(area), form: floats(area) }
  const drawn = (parts: readonly Part[]) => drawParts(wholeOf({ width, height }), found.faces, parts)
  hold({ faces: drawn(INNER), features: drawn(FEATURES), ...work }, ({ faces, features, fold, bare, weight, form }) => {
    fold.copyFrom(luma, area)
    soften(faces, EDGE)
    soften(features, EDGE)
    soften(fold, FINE)
    // Beards are no skin, other darks of a face are at least a little.
    bare.copyFrom(skin, area)
    kernels.scaleShares(bare, area, 3)
    kernels.multiplyBy(bare, faces, area)
    kernels.multiplyByRest(bare, features, area)
    weight.copyFrom(bare, area)
    soften(weight, FORM)
    const toForm = (): void => {
      kernels.multiplyBy(form, bare, area)
      soften(form, FORM)
      kernels.divideBy(form, weight, area, 1e-3)
    }
    form.copyFrom(luma, area)
    toForm()
    // The second time without the folds: they would darken the form around them.
    kernels.raiseTo(form, luma, area)
    toForm()
    kernels.evenColours(photo, luma, skin, features, bare, fold, form, area, settings)
  })
}
