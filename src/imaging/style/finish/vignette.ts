/** Fades to black, or to another colour, towards the corners. */
import { Type } from 'typebox'
import { lengthOf } from '../../raster/point.js'
import { mixInColour } from '../pixels/blend.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { softPlane } from '../pixels/soft-plane.js'
import { amount, defineStep, hex, share } from '../step.js'

export const vignette = defineStep(
  { amount: share(), colour: Type.Optional(hex()), from: amount(0, 1.5), to: amount(0.2, 2) },
  (canvas, { skin }, { amount: strength = 0.5, colour: tone = '#000000', from = 0.5, to = 1.25 }) => {
    const { width, height } = canvas
    const plane = softPlane(canvas, STEP, (x, y) => {
      const away = lengthOf(((x + 0.5) / width) * 2 - 1, ((y + 0.5) / height) * 2 - 1)
      return away <= from ? 0 : strength * smoothstep(from, to, away)
    })
    mixInColour(canvas, hexColour(tone), (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = plane[i]! * (1 - LIGHTER * skin[i]!)
    })
  },
)

/** By this share less on skin: whoever is not in the middle is no darker for it. */
const LIGHTER = 0.6
/** It is smooth: from one pixel that it is found at to the next. */
const STEP = 12
