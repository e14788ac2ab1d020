/** The edge of an emulsion that was brushed onto paper by hand: strokes end raggedly, and beyond them the paper is bare. */
import { mixInColour } from '../pixels/blend.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { cloudNoiseNearby, valueNoiseNearby } from '../pixels/noise.js'
import { defineStep } from '../step.js'

const PAPER = hexColour('#f1efe4')
/** Width of the bare border, relative to the shorter side. */
const BORDER = 0.03

export const brushed = defineStep({}, (canvas, { width, height, unit, seed }) => {
  const bare = BORDER * Math.min(width, height)
  const [wander, strokes] = [cloudNoiseNearby(seed + 61), valueNoiseNearby(seed + 62)]
  const [bristles, streaks] = [valueNoiseNearby(seed + 63), valueNoiseNearby(seed + 64)]
  mixInColour(canvas, PAPER, (shares) => {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const [side, top] = [Math.min(x, width - 1 - x), Math.min(y, height - 1 - y)]
        const inwards = Math.min(side, top)
        if (inwards > 4 * bare) {
          shares[i] = 0
          continue
        }
        // The brush went to and fro: its strokes end at the sides, one below the other.
        const ends =
          side < top ? 0.9 * strokes(side === x ? 0 : 9, y / (24 * unit)) + 0.3 * bristles(0, y / (4 * unit)) : 0
        const end = bare * (0.3 + 0.9 * wander(x / (80 * unit), y / (80 * unit)) + ends)
        const bald = smoothstep(0.5, 0.9, streaks(x / (50 * unit), y / (3 * unit))) * smoothstep(bare, 0, side - end)
        shares[i] = Math.max(1 - smoothstep(end - unit, end + 1.5 * unit, inwards), 0.5 * bald)
      }
    }
  })
})
