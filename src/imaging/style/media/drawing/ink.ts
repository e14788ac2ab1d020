/**
 * A drawing in ink, bitten or cut: tones by layers of lines, and over them black shapes and lines for all that a sitter is
 * known by. There are no half-tones: what is grey in the photo is lines, or nothing.
 */
import { Type } from 'typebox'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour } from '../../pixels/canvas.js'
import { figureUnit } from '../../scene.js'
import { amount, defineStep, hex, share } from '../../step.js'
import { blackShapes } from './black-shapes.js'
import { darknessOf, drawLines, formOf } from './line-tones.js'

const Tone = Type.Object(
  {
    /** Darkness from which there are lines, and at which they are as wide as they get. */
    from: Type.Number(),
    full: Type.Number(),
    /** How wide, in distances from line to line: from 1 on they close. */
    share: Type.Number(),
    /** In degrees. */
    angle: Type.Number(),
    /** Default: the ink. */
    colour: Type.Optional(hex()),
  },
  { additionalProperties: false },
)

export const ink = defineStep(
  {
    colour: hex(),
    paper: hex(),
    tones: Type.Array(Tone, { maxItems: 5 }),
    /** Distance from line to line. */
    pitch: amount(1, 40),
    /** How far lines bend around the form. */
    bend: amount(0, 80),
    /** How uneven they are, in distances from each other, and how unevenly they end, in darkness. */
    wobble: amount(0, 4),
    ragged: share(),
    /** How much more contrast than in the photo forms have on skin. */
    forms: amount(0, 4),
    /** The width of the finest black line, in thousandths of the height of a face. */
    fine: amount(1, 20),
    /** How much lines of this width count, and shapes of the width of brows. */
    lines: amount(0, 40),
    shapes: amount(0, 12),
    /** Of brightness as it is seen, what is black. */
    black: share(),
    /** How uneven the edges of black are. */
    rough: share(),
    /** Of the line around the sitter, in units. */
    rim: amount(0, 8),
  },
  (canvas, scene, options) => {
    const { pitch = 6, tones } = options
    const black = blackShapes(canvas, scene, options)
    const dark = darknessOf(canvas, scene, options)
    const form = formOf(dark, scene)
    const spacing = Math.max(FINEST, pitch * Math.max(figureUnit(scene), CLOSEST * scene.unit))
    mixInColour(canvas, hexColour(options.paper), (shares) => shares.fill(1))
    for (const [k, tone] of tones.entries()) {
      const drawn = drawLines(dark, form, scene, { ...options, ...tone, spacing, seed: scene.seed + k })
      mixInColour(canvas, hexColour(tone.colour ?? options.colour), (shares) => shares.set(drawn))
    }
    mixInColour(canvas, hexColour(options.colour), (shares) => shares.set(black))
  },
)

/** In pixels: closer lines would be grey; and on small figures, relative to large ones. */
const [FINEST, CLOSEST] = [2.4, 0.7]
