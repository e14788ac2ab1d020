/** The mark of a copper plate: its edge pressed into the paper, a film of ink inside it, and clean paper around it. */
import { hexColour, smoothstep } from '../../pixels/canvas.js'
import { cloudNoiseNearby } from '../../pixels/noise.js'
import { defineStep } from '../../step.js'

/** Distance from the border of the picture. */
const MARGIN = 20
const PAPER = hexColour('#f4ead3')
const INK = hexColour('#241c12')

/** How much ink the wiped plate keeps. */
const FILM = 0.04

export const plate = defineStep({}, ({ width, height, colour }, { unit, seed }) => {
  const edge = Math.min(MARGIN * unit, Math.min(width, height) / 6)
  const cloud = cloudNoiseNearby(seed + 91)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const inside = Math.min(x, width - 1 - x, y, height - 1 - y) - edge
      const share = smoothstep(-0.7, 0.7, inside)
      const rim = Math.exp(-(((inside - 1.5 * unit) / (1.6 * unit)) ** 2)) * 0.45
      const wiped = FILM * (0.7 + 0.6 * cloud(x / (140 * unit), y / (60 * unit)))
      // Outside, the paper bulges up to the plate.
      const shadow = inside < 0 ? Math.exp(inside / (5 * unit)) * 0.1 : 0
      const inked = Math.min(1, share * (wiped + rim) + shadow)
      for (let c = 0; c < 3; c++) {
        const drawn = PAPER[c]! + (colour[i * 3 + c]! - PAPER[c]!) * share
        colour[i * 3 + c] = drawn * (1 - inked * (1 - INK[c]! / 255))
      }
    }
  }
})
