/** The mark of a copper plate: its edge pressed into the paper, a film of ink inside it, and clean paper around it. */
import { Type } from 'typebox'
import { hexColour, smoothstep } from '../../pixels/canvas.js'
import { cloudNoiseNearby } from '../../pixels/noise.js'
import { amount, defineStep, hex, share } from '../../step.js'

export const plate = defineStep(
  {
    /** Distance from the border of the picture. */
    margin: amount(0, 200),
    /** How much ink the wiped plate keeps. */
    film: share(),
    paper: Type.Optional(hex()),
    ink: Type.Optional(hex()),
  },
  ({ width, height, colour }, { unit, seed }, options) => {
    const { margin = 34, film = 0.1, paper = '#f4ead3', ink = '#241c12' } = options
    const [ground, black] = [hexColour(paper), hexColour(ink)]
    const edge = Math.min(margin * unit, Math.min(width, height) / 6)
    const cloud = cloudNoiseNearby(seed + 91)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const inside = Math.min(x, width - 1 - x, y, height - 1 - y) - edge
        const share = smoothstep(-0.7, 0.7, inside)
        const rim = Math.exp(-(((inside - 1.5 * unit) / (1.6 * unit)) ** 2)) * 0.45
        const wiped = film * (0.7 + 0.6 * cloud(x / (140 * unit), y / (60 * unit)))
        // Outside, the paper bulges up to the plate.
        const shadow = inside < 0 ? Math.exp(inside / (5 * unit)) * 0.1 : 0
        const inked = Math.min(1, share * (wiped + rim) + shadow)
        for (let c = 0; c < 3; c++) {
          const drawn = ground[c]! + (colour[i * 3 + c]! - ground[c]!) * share
          colour[i * 3 + c] = drawn * (1 - inked * (1 - black[c]! / 255))
        }
      }
    }
  },
)
