/** Fades to black, or to another colour, towards the corners. */
import { Type } from 'typebox'
import { lengthOf } from '../../raster/point.js'
import { mixInColour } from '../pixels/blend.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { amount, defineStep, hex, share } from '../step.js'

export const vignette = defineStep(
  { amount: share(), colour: Type.Optional(hex()), from: amount(0, 1.5), to: amount(0.2, 2) },
  (canvas, _scene, { amount: strength = 0.5, colour: tone = '#000000', from = 0.5, to = 1.25 }) => {
    const { width, height } = canvas
    mixInColour(canvas, hexColour(tone), (shares) => {
      for (let y = 0, i = 0; y < height; y++) {
        const v = ((y + 0.5) / height) * 2 - 1
        for (let x = 0; x < width; x++, i++) {
          const away = lengthOf(((x + 0.5) / width) * 2 - 1, v)
          shares[i] = away <= from ? 0 : strength * smoothstep(from, to, away)
        }
      }
    })
  },
)
