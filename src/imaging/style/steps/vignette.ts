/** Fades to black, or to another colour, towards the corners. */

import { Type } from 'typebox'
import { lengthOf } from '../../raster/point.js'
import { hexColour, smoothstep } from '../canvas.js'
import { amount, defineStep, hex, share } from '../step.js'

export const vignette = defineStep(
  { amount: share(), colour: Type.Optional(hex()), from: amount(0, 1.5), to: amount(0.2, 2) },
  ({ width, height, colour }, _scene, { amount: strength = 0.5, colour: tone = '#000000', from = 0.5, to = 1.25 }) => {
    const edge = hexColour(tone)
    for (let y = 0, at = 0; y < height; y++) {
      const v = ((y + 0.5) / height) * 2 - 1
      for (let x = 0; x < width; x++, at += 3) {
        const u = ((x + 0.5) / width) * 2 - 1
        const share = strength * smoothstep(from, to, lengthOf(u, v))
        for (let c = 0; c < 3; c++) colour[at + c] = colour[at + c]! * (1 - share) + edge[c]! * share
      }
    }
  },
)
