/** Makes clear what a sitter is recognised by: lines of the head become darker, whites lighter, teeth one light shape. */
import { Type } from 'typebox'
import { mixInColour } from '../pixels/blend.js'
import { hexColour } from '../pixels/canvas.js'
import { mixed } from '../pixels/colours.js'
import { copyPart, paintPart } from '../pixels/patch.js'
import { sheetOf } from '../sitter/sheet.js'
import { amount, defineStep, hex, share } from '../step.js'

/** Shaded eyes are not to glow, unless strokes are still to cover them. */
const WHITES = 0.3
/** By such a share of their own light, which green tells, they are lightened at most. */
const GLOW = 0.6

export const likeness = defineStep(
  {
    /** Over 1: soft ones become solid, too. */
    lines: amount(0, 3),
    teeth: share(),
    whites: share(),
    /** Of the lines; default: warm, like shadows on skin. */
    ink: Type.Optional(hex()),
    /** Of teeth and whites; default: the teeth's own colour, lighter. */
    light: Type.Optional(hex()),
  },
  (canvas, scene, { lines: drawn = 0.6, teeth: shown = 0.8, whites: clear = WHITES, ink = '#181010', light }) => {
    if (scene.faces.length === 0) return
    const { box, toothColour, ...planes } = sheetOf(scene)
    const [lines, whites, teeth] = [planes.lines, planes.whites, planes.teeth].map((plane) =>
      copyPart(plane, scene, box, 1),
    ) as [Float32Array, Float32Array, Float32Array]
    paintPart(canvas, box, (heads) => {
      if (drawn > 0) {
        mixInColour(heads, hexColour(ink), (shares) => {
          for (let i = 0; i < shares.length; i++) shares[i] = Math.min(1, lines[i]! * drawn)
        })
      }
      const white = light ? hexColour(light) : mixed(toothColour, [246, 242, 234], 0.5)
      mixInColour(heads, white, (shares) => {
        for (let i = 0; i < shares.length; i++) {
          const green = heads.colour[3 * i + 1]!
          const most = (GLOW * green) / Math.max(1, white[1] - green)
          shares[i] = Math.max(teeth[i]! * shown, Math.min(most, whites[i]! * clear))
        }
      })
    })
  },
)
