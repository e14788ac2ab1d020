/**
 * Folds of skin are soft tones on paper, however dark they are in the photo, or a smile would look like scars; and a mouth that
 * shows its teeth is one light shape, without gaps or dark corners.
 */
import { MESH } from '../../../detect/faces/mesh.js'
import { blur } from '../../../raster/blur.js'
import type { Box } from '../../../raster/picture.js'
import { oncePer } from '../../once-per.js'
import { type Canvas, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { copyPart, eachPixel, grown } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { coverParts, partsOf } from '../../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE, MOUTH_OUTLINE, NOSE } from '../../sitter/face-parts.js'
import { lightsOf } from '../../sitter/sheet.js'

/** What is darker than the skin so far around it, in heights of the face, is a fold, and so much of it is left. */
const [AROUND, LEFT] = [0.06, 0.45]
/** What is no fold, and how soft that ends, in heights of the face; an outline is none, either. */
const FORMS = [...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.4), ...partsOf([LIPS_OUTLINE, NOSE.end], 1)]
const [FACES, SOFT] = [partsOf([MESH.oval], 0.88), 0.012]
/** With its corners. */
const MOUTHS = partsOf([MOUTH_OUTLINE], 1.3)
/** So far around teeth a mouth has nothing black, in heights of the face; so far it is as light as they are. */
const [SMILE, BITE] = [0.05, 0.012]
/** How light teeth are, and a mouth beside them at least. */
const [TEETH, BESIDE] = [0.92, 0.42]

const NOWHERE: Box = { left: 0, top: 0, width: 0, height: 0 }

/** Bare skin of faces, where folds are, 0..1. */
export const foldedOf = oncePer((scene: Scene): Float32Array => {
  const [forms, bare] = [coverParts(scene, FORMS, SOFT), coverParts(scene, FACES, SOFT)]
  eachPixel(scene.heads ?? NOWHERE, scene, (_, at) => {
    bare[at]! *= scene.skin[at]! * (1 - forms[at]!)
  })
  return bare
})

/** Mouths that show teeth, 0..1. */
export const smilesOf = oncePer((scene: Scene): Float32Array => {
  const box = scene.heads ?? NOWHERE
  const teeth = copyPart(lightsOf(scene).teeth, scene, box, 1)
  const near = blur(teeth, box.width, box.height, SMILE * scene.faceHeight)
  const mouths = coverParts(scene, MOUTHS, SOFT)
  eachPixel(box, scene, (i, at) => {
    mouths[at]! *= smoothstep(0.01, 0.1, near[i]!)
  })
  return mouths
})

/** In place. */
export function softenFolds({ colour, width, height }: Canvas, scene: Scene): void {
  if (!scene.heads) return
  const box = grown(scene.heads, Math.ceil(2 * AROUND * scene.faceHeight), scene)
  const part = (plane: Float32Array) => copyPart(plane, scene, box, 1)
  const soft = (plane: Float32Array, sigma = AROUND) => blur(plane, box.width, box.height, sigma * scene.faceHeight)
  const [tone, bare, smiles] = [lumaPlane(colour), foldedOf(scene), smilesOf(scene)].map(part) as Three
  const teeth = soft(part(lightsOf(scene).teeth), BITE)
  const [around, weights] = [soft(tone.map((light, i) => light * bare[i]!)), soft(bare)]
  eachPixel(box, { width, height }, (i, at) => {
    const light = tone[i]!
    const fold = bare[i]! * (1 - LEFT) * Math.max(0, around[i]! / Math.max(0.01, weights[i]!) - light)
    const wanted = BESIDE + (TEETH - BESIDE) * smoothstep(0.15, 0.55, teeth[i]!)
    const tooth = smiles[i]! * Math.max(0, wanted - light - fold)
    if (fold + tooth === 0) return
    const own = 1 + fold / Math.max(0.02, light)
    for (let c = 3 * at; c < 3 * at + 3; c++) colour[c] = colour[c]! * own + 255 * tooth
  })
}

type Three = [Float32Array, Float32Array, Float32Array]
