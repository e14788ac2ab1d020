/** Makes clear what a sitter is recognised by: lines of the head become darker, whites lighter, teeth one light shape. */
import { Type } from 'typebox'
import { mixInColour } from '../pixels/blend.js'
import { hexColour } from '../pixels/canvas.js'
import { copyPart, pastePart } from '../pixels/patch.js'
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
    /** Of teeth and whites. */
    light: Type.Optional(hex()),
  },
  (
    canvas,
    scene,
    { lines: drawn = 0.6, teeth: shown = 0.8, whites: clear = WHITES, ink = '#181010', light = '#f1ece3' },
  ) => {
    if (scene.faces.length === 0) return
    const { box, ...planes } = sheetOf(scene)
    const part = (plane: Float32Array) => copyPart(plane, scene, box, 1)
    const [lines, whites, teeth] = [part(planes.lines), part(planes.whites), part(planes.teeth)]
    const heads = { colour: copyPart(canvas.colour, scene, box, 3) }
    if (drawn > 0) {
      mixInColour(heads, hexColour(ink), (shares) => {
        for (let i = 0; i < shares.length; i++) shares[i] = Math.min(1, lines[i]! * drawn)
      })
    }
    const white = hexColour(light)
    mixInColour(heads, white, (shares) => {
      for (let i = 0; i < shares.length; i++) {
        const green = heads.colour[3 * i + 1]!
        const most = (GLOW * green) / Math.max(1, white[1] - green)
        shares[i] = Math.max(teeth[i]! * shown, Math.min(most, whites[i]! * clear))
      }
    })
    pastePart(heads.colour, box, canvas.colour, scene, 3)
  },
)
