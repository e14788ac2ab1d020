/**
 * Strokes of pencil, charcoal or chalk: layers of streaks in crossing directions, each for a darker tone. The canvas
 * gives the tones to draw; the result is a drawing in one colour, or in the canvas's own colours.
 */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { hexColour, lumaOf, smoothstep } from '../canvas.js'
import { hashNoise, valueNoise } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const hatch = defineStep(
  {
    layers: amount(1, 4),
    /** Of the first layer, in degrees. */
    angle: amount(-180, 180),
    /** Length and width of a stroke. */
    length: amount(2, 120),
    width: amount(0.5, 12),
    /** 0: an even tone, 1: single strokes. */
    contrast: share(),
    /** How dark the darkest tone is. */
    depth: share(),
    colour: Type.Optional(hex()),
    paper: Type.Optional(hex()),
    /** How much to draw with the canvas's own colours. */
    coloured: share(),
  },
  (canvas, scene, options) => {
    const { layers = 3, contrast = 0.7, depth = 0.9, coloured = 0 } = options
    const [pen, ground] = [hexColour(options.colour ?? '#222222'), hexColour(options.paper ?? '#ffffff')]
    const { width, height, colour } = canvas
    const strokes = Array.from({ length: layers }, (_, layer) => strokeField(scene, layer, options))
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const at = i * 3
        const dark = 1 - lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        let bare = 1
        for (let layer = 0; layer < layers; layer++) {
          const tone = clamp01(dark * layers - layer * 0.72)
          if (tone <= 0) break
          const stroke = strokes[layer]!(x, y)
          const streaks = smoothstep(1 - tone - 0.22, 1 - tone + 0.22, stroke)
          const even = tone * (1 - contrast)
          bare *= 1 - (even + streaks * contrast * (0.35 + 0.65 * tone)) * (layers > 1 ? 0.62 : 0.95)
        }
        const ink = (1 - bare) * depth
        for (let c = 0; c < 3; c++) {
          const pigment = pen[c]! + (colour[at + c]! * 0.85 - pen[c]!) * coloured
          colour[at + c] = ground[c]! * (1 - ink) + pigment * ink
        }
      }
    }
  },
)

interface StrokeOptions {
  readonly angle?: number
  readonly length?: number
  readonly width?: number
}

/** 0..1, long in one direction; the direction wavers a little, as a hand does. */
function strokeField(
  { unit, seed }: Scene,
  layer: number,
  { angle = -52, length = 26, width = 1.6 }: StrokeOptions,
): (x: number, y: number) => number {
  const turn = ((angle + [0, 38, 84, -30][layer]!) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [along, across] = [1 / (length * unit), 1 / Math.max(0.8, width * unit)]
  const waver = 1 / (160 * unit)
  const layerSeed = seed + 100 + layer * 17
  return (x, y) => {
    const bend = (valueNoise(x * waver, y * waver, layerSeed + 3) - 0.5) * 10 * unit
    const u = (x * cos + y * sin) * along
    const v = (y * cos - x * sin + bend) * across
    const row = Math.floor(v)
    // Each row of strokes starts somewhere else.
    return 0.75 * valueNoise(u + hashNoise(row, 5, layerSeed) * 7, v, layerSeed) + 0.25 * hashNoise(x, y, layerSeed + 1)
  }
}
