/** Film grain, strongest in the midtones. */
import { lumaOf } from '../canvas.js'
import { hashNoise, valueNoise } from '../noise.js'
import { amount, defineStep, flag, share } from '../step.js'

export const grain = defineStep(
  { amount: share(), size: amount(0.5, 6), coloured: flag() },
  ({ width, height, colour }, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * scene.unit)
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at += 3) {
        const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const midtone = 0.35 + 2.6 * luma * (1 - luma)
        let value = 0
        for (let c = 0; c < 3; c++) {
          if (c === 0 || coloured) {
            const seed = scene.seed + c * 31
            value = scale > 0.9 ? hashNoise(x, y, seed) : valueNoise(x * scale, y * scale, seed) * 1.4 - 0.2
          }
          colour[at + c] = colour[at + c]! + (value - 0.5) * 110 * strength * midtone
        }
      }
    }
  },
)
