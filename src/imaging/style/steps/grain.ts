/** Film grain, strongest in the midtones. */
import { lumaOf } from '../canvas.js'
import { hashNoise, valueNoiseRow } from '../noise.js'
import { amount, defineStep, flag, share } from '../step.js'

export const grain = defineStep(
  { amount: share(), size: amount(0.5, 6), coloured: flag() },
  ({ width, height, colour }, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * scene.unit)
    const red = new Float64Array(width)
    const [green, blue] = coloured ? [new Float64Array(width), new Float64Array(width)] : [red, red]
    const planes = new Set([red, green, blue])
    for (let y = 0, at = 0; y < height; y++) {
      for (const [c, plane] of [...planes].entries()) grainRow(plane, scale, y, scene.seed + c * 31)
      for (let x = 0; x < width; x++, at += 3) {
        const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const midtone = 0.35 + 2.6 * luma * (1 - luma)
        const contrast = 110 * strength * midtone
        colour[at] = colour[at]! + (red[x]! - 0.5) * contrast
        colour[at + 1] = colour[at + 1]! + (green[x]! - 0.5) * contrast
        colour[at + 2] = colour[at + 2]! + (blue[x]! - 0.5) * contrast
      }
    }
  },
)

/** Grains as small as pixels have no slopes. */
function grainRow(to: Float64Array, scale: number, y: number, seed: number): void {
  if (scale > 0.9) {
    for (let x = 0; x < to.length; x++) to[x] = hashNoise(x, y, seed)
    return
  }
  valueNoiseRow(to, scale, y * scale, seed)
  for (let x = 0; x < to.length; x++) to[x] = to[x]! * 1.4 - 0.2
}
