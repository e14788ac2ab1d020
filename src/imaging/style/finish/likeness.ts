/** Makes clear what a sitter is recognised by: lines of the head become darker, whites lighter, teeth one light shape. */
import { mixInColour } from '../pixels/blend.js'
import type { Rgb } from '../pixels/canvas.js'
import { mixed } from '../pixels/colours.js'
import { sheetOf } from '../sitter/sheet.js'
import { defineStep, share } from '../step.js'

/** Lines are warm, like shadows on skin. */
const INK: Rgb = [24, 16, 16]
const WHITE: Rgb = [246, 242, 234]

/** Shaded eyes are not to glow. */
const WHITES = 0.3

export const likeness = defineStep(
  { lines: share(), teeth: share() },
  (canvas, scene, { lines: drawn = 0.6, teeth: shown = 0.8 }) => {
    if (scene.faces.length === 0) return
    const { lines, whites, teeth, toothColour } = sheetOf(scene)
    mixInColour(canvas, INK, (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = lines[i]! * drawn
    })
    mixInColour(canvas, mixed(toothColour, WHITE, 0.5), (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = Math.max(teeth[i]! * shown, whites[i]! * WHITES)
    })
  },
)
