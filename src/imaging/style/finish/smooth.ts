/** Painterly smoothing: surfaces become flat and edges stay. Eyes, mouth and lines of the head stay as they are: they are finer than any of it. */
import { mixInPicture } from '../pixels/blend.js'
import { calmest } from '../pixels/calmest.js'
import { figureUnit } from '../scene.js'
import { sheetOf } from '../sitter/sheet.js'
import { amount, defineStep } from '../step.js'

/** Hair keeps some of its detail: strands are finer than any brush. */
const KEPT_IN_HAIR = 0.35

export const smooth = defineStep(
  {
    radius: amount(1, 20),
    /** How clearly the calmest neighbourhood wins. */
    sharpness: amount(1, 16),
  },
  (canvas, scene, { radius = 5, sharpness = 6 }) => {
    const power = Math.max(1, Math.round(sharpness / 2))
    const coarse = calmest(canvas, radius * figureUnit(scene), power)
    const { hair, features } = scene
    const lines = scene.faces.length > 0 ? sheetOf(scene).lines : features
    mixInPicture(canvas, coarse, (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = 1 - Math.max(hair[i]! * KEPT_IN_HAIR, features[i]!, lines[i]!)
    })
  },
)
