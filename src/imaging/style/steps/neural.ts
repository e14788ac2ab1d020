/** Paints with the style network: one style, or a mix of several. */
import { Type } from 'typebox'
import { lumaOf, setLuma } from '../canvas.js'
import { amount, defineStep, share } from '../step.js'

export const neural = defineStep(
  {
    styles: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
    /** How strongly it is blended over the previous picture. */
    mix: share(),
    /** 1: brightness from the network, colours from the previous picture. */
    keepColours: share(),
    /** Contrast of the network's output, around middle grey. */
    contrast: amount(0.5, 2),
  },
  async (canvas, _scene, { styles, mix = 1, keepColours = 0, contrast = 1 }, { network }) => {
    const before = canvas.colour.slice()
    await network.paint(canvas, styles)
    const { colour } = canvas
    if (contrast !== 1) for (let i = 0; i < colour.length; i++) colour[i] = (colour[i]! - 128) * contrast + 128
    const pixel = new Uint8ClampedArray(3)
    for (let at = 0; at < colour.length; at += 3) {
      if (keepColours > 0) {
        pixel[0] = before[at]!
        pixel[1] = before[at + 1]!
        pixel[2] = before[at + 2]!
        setLuma(pixel, 0, lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255)
        for (let c = 0; c < 3; c++) colour[at + c] = colour[at + c]! + (pixel[c]! - colour[at + c]!) * keepColours
      }
      if (mix < 1)
        for (let c = 0; c < 3; c++) colour[at + c] = before[at + c]! + (colour[at + c]! - before[at + c]!) * mix
    }
  },
)
