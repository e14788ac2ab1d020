/**
 * A drawing by hatching: the canvas gives the tones, and single strokes of one pencil, pen or chalk bring them onto
 * paper, layer over layer in crossing directions. On toned paper, a second chalk heightens the lights.
 */
import { Type } from 'typebox'
import { type Canvas, hexColour, lumaOf, lumaPlane } from '../canvas.js'
import { drawTones, type Tool } from '../drawing/draw-tones.js'
import { workedOut } from '../drawing/open-edge.js'
import { emptyLayer, type Layer } from '../drawing/stroke.js'
import { coverage, toothOf } from '../drawing/tooth.js'
import { wantedDensity } from '../drawing/wanted-density.js'
import { amount, defineStep, hex, share } from '../step.js'

export const hatch = defineStep(
  {
    layers: amount(1, 5),
    /** Of the first layer, in degrees. */
    angle: amount(-180, 180),
    /** From stroke to stroke. */
    spacing: amount(1, 20),
    /** Of one stroke. */
    length: amount(4, 200),
    width: amount(0.4, 20),
    /** 0: a pencil of one width, 1: a brush. */
    swell: share(),
    /** The lightest and the firmest touch. */
    pressure: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    looseness: share(),
    /** How far strokes bend around the form. */
    bend: amount(0, 2),
    /** Share of the tones that is laid evenly with the side of the lead, before any stroke. */
    side: share(),
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for everybody. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** Tone of a loose patch of strokes behind the subject. */
    behind: share(),
    /** How much of the sheet is left open towards its border. */
    open: share(),
    grain: share(),
    /** Distance from hill to hill of the paper. */
    tooth: amount(0.5, 8),
    colour: Type.Optional(hex()),
    paper: Type.Optional(hex()),
    /** Chalk for what is brighter than the paper. */
    heighten: Type.Optional(hex()),
  },
  (canvas, scene, options) => {
    const { range = [0.16, 1], behind = 0, open = 0, grain = 0.5, tooth = 1.6 } = options
    const [pen, ground] = [hexColour(options.colour ?? '#2b2b2e'), hexColour(options.paper ?? '#ffffff')]
    const luma = lumaPlane(canvas.colour)
    const worked = workedOut(scene, open)
    const tool: Tool = { ...options, seed: scene.seed + 50 }
    const toothAt = toothOf(scene, tooth)
    const darks = emptyLayer(canvas)
    drawTones(
      darks,
      wantedDensity(luma, scene, { range, behind, worked, paper: lumaOf(...ground) / 255, pen: lumaOf(...pen) / 255 }),
      scene,
      tool,
    )
    for (let at = 0; at < canvas.colour.length; at += 3) canvas.colour.set(ground, at)
    layDown(canvas, darks, pen, toothAt, grain)
  },
)

type Tooth = ReturnType<typeof toothOf>

function layDown({ width, height, colour }: Canvas, layer: Layer, pen: readonly number[], tooth: Tooth, grain: number) {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const density = layer.density[i]!
      if (density < 0.01) continue
      const ink = coverage(density, tooth(x, y), grain)
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c
        colour[at] = colour[at]! * (1 - ink) + pen[c]! * ink
      }
    }
  }
}
