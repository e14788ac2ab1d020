/** Painterly smoothing: surfaces become flat and edges stay. On eyes and mouth it is finer. */
import type { Box } from '../../raster/picture.js'
import { mixInPicture } from '../pixels/blend.js'
import { calmest } from '../pixels/calmest.js'
import type { Canvas } from '../pixels/canvas.js'
import { boxAbove, copyPart } from '../pixels/patch.js'
import { figureUnit } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const smooth = defineStep(
  {
    radius: amount(1, 20),
    /** How clearly the calmest neighbourhood wins. */
    sharpness: amount(1, 16),
    /** The radius on eyes and mouth, relative to the radius elsewhere. */
    fine: share(),
  },
  (canvas, scene, { radius = 5, sharpness = 6, fine = 0.45 }) => {
    const power = Math.max(1, Math.round(sharpness / 2))
    const refinesFaces = fine < 1 && scene.faceHeight > 0
    const reach = radius * figureUnit(scene)
    const finer = refinesFaces ? finerCopy(canvas, scene.features, reach * fine, power) : undefined
    blendCoarse(canvas, scene.hair, calmest(canvas, reach, power))
    if (finer) blendFiner(canvas, scene.features, finer)
  },
)

type Patch = Canvas & Box

/** Hair keeps some of its detail: strands are finer than any brush. */
const KEPT_IN_HAIR = 0.35

function blendCoarse(canvas: Canvas, hair: Float32Array, coarse: Uint8ClampedArray): void {
  mixInPicture(canvas, coarse, (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = 1 - hair[i]! * KEPT_IN_HAIR
  })
}

/** Only the part of the picture that contains the features of faces. */
function finerCopy(canvas: Canvas, features: Float32Array, radius: number, power: number): Patch | undefined {
  const box = boxAbove(features, canvas, 0.01)
  if (!box) return undefined
  const colour = copyPart(canvas.colour, canvas, box, 3)
  return { ...box, colour: calmest({ width: box.width, height: box.height, colour }, radius, power) }
}

function blendFiner({ width, colour }: Canvas, features: Float32Array, patch: Patch): void {
  for (let y = 0; y < patch.height; y++) {
    for (let x = 0; x < patch.width; x++) {
      const i = (patch.top + y) * width + patch.left + x
      const share = features[i]!
      if (share < 0.01) continue
      const from = (y * patch.width + x) * 3
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c
        colour[at] = colour[at]! + (patch.colour[from + c]! - colour[at]!) * share
      }
    }
  }
}
