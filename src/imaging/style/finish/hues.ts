/** However strong a grade is, the sitter's own hues come back as far as asked for; what it made of brightness stays. */
import { type Canvas, lumaOf } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { sheetOf } from '../sitter/sheet.js'
import { defineStep, share } from '../step.js'

/** Short hair is half in the plane of hair: all of a beard is to keep its hue. */
const WHOLE = 2

export const hues = defineStep(
  {
    skin: share(),
    /** And eyes, brows and lips. */
    hair: share(),
    /** And the whites of eyes. */
    teeth: share(),
  },
  (canvas, scene, { skin = 0, hair = 0.8, teeth = 0.8 }) => {
    const white = scene.faces.length > 0 && teeth > 0 ? sheetOf(scene) : undefined
    bringBack(canvas, scene, (i) =>
      Math.max(
        scene.skin[i]! * skin,
        Math.min(1, Math.max(scene.hair[i]! * WHOLE, scene.features[i]!)) * hair,
        white ? Math.max(white.teeth[i]!, white.whites[i]!) * teeth : 0,
      ),
    )
  },
)

function bringBack({ colour }: Canvas, { photo }: Scene, shareAt: (i: number) => number): void {
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const share = shareAt(i)
    if (share < 0.004) continue
    const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)
    const before = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    // What is darker than in the photo has less chroma to be of the same hue.
    const chroma = Math.min(1, luma / Math.max(1, before))
    for (let c = at; c < at + 3; c++)
      colour[c] = colour[c]! + (luma + (photo[c]! - before) * chroma - colour[c]!) * share
  }
}
