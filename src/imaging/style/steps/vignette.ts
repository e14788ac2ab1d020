/** Fades to black, or to another colour, towards the corners. */

import { Type } from 'typebox'
import { lengthOf } from '../../raster/point.js'
import { hexColour, smoothstep } from '../canvas.js'
import { amount, defineStep, hex, share } from '../step.js'

export const vignette = defineStep(
  { amount: share(), colour: Type.Optional(hex()), from: amount(0, 1.5), to: amount(0.2, 2) },
  ({ width, height, colour }, _scene, { amount: strength = 0.5, colour: tone = '#000000', from = 0.5, to = 1.25 }) => {
    const [red, green, blue] = hexColour(tone)
    for (let y = 0, at = 0; y < height; y++) {
      const v = ((y + 0.5) / height) * 2 - 1
      for (let x = 0; x < width; x++, at += 3) {
        const u = ((x + 0.5) / width) * 2 - 1
        const away = lengthOf(u, v)
        if (away <= from) continue
        const share = strength * smoothstep(from, to, away)
        colour[at] = colour[at]! + (red - colour[at]!) * share
        colour[at + 1] = colour[at + 1]! + (green - colour[at + 1]!) * share
        colour[at + 2] = colour[at + 2]! + (blue - colour[at + 2]!) * share
      }
    }
  },
)
