/** Maps brightness to a gradient of colours: two make a duotone. */
import { Type } from 'typebox'
import { hexColour, lumaOf } from '../pixels/canvas.js'
import { gradientAt } from '../pixels/colours.js'
import { defineStep, hex } from '../step.js'

export const palette = defineStep(
  {
    /** From dark to light. */
    colours: Type.Array(hex(), { minItems: 2, maxItems: 8 }),
  },
  ({ colour }, _scene, { colours }) => {
    const gradient = colours.map(hexColour)
    const table = new Float32Array(256 * 3)
    for (let value = 0; value < 256; value++) gradientAt(table.subarray(value * 3), gradient, value / 255)
    for (let at = 0; at < colour.length; at += 3) {
      const luma = ((lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) + 0.5) | 0) * 3
      colour[at] = table[luma]!
      colour[at + 1] = table[luma + 1]!
      colour[at + 2] = table[luma + 2]!
    }
  },
)
