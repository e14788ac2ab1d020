/** Thick paint: bristle marks along the flow of the picture, lit from the upper left. */
import { blur } from '../../raster/blur.js'
import { lumaPlane } from '../canvas.js'
import { findFlow } from '../flow.js'
import { hashNoise } from '../noise.js'
import { amount, defineStep, share } from '../step.js'

const STEPS = 7

export const relief = defineStep(
  {
    amount: share(),
    /** Length of a stroke. */
    length: amount(2, 60),
    /** How much of it is left on skin, and how much behind the subject. */
    skin: share(),
    behind: share(),
  },
  (canvas, scene, { amount: strength = 0.5, length = 14, skin = 0.5, behind = 0.6 }) => {
    const { width, height, colour } = canvas
    const luma = lumaPlane(colour)
    const flow = findFlow(luma, width, height, 6 * scene.unit)
    const noise = new Float32Array(luma.length)
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) noise[i] = hashNoise(x, y, scene.seed + 5)
    const soft = blur(noise, width, height, 0.9 * scene.unit)
    const bristles = streaks(soft, flow, width, height, (length * scene.unit) / STEPS)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const right = x < width - 1 ? i + 1 : i
        const below = y < height - 1 ? i + width : i
        const slope = 4.5 * (2 * bristles[i]! - bristles[right]! - bristles[below]!)
        const edge = 0.6 * (2 * luma[i]! - luma[right]! - luma[below]!)
        const subject = scene.subject[i]!
        const onSubject = subject * (1 - scene.skin[i]! * (1 - skin)) * (1 - scene.features[i]! * 0.6)
        const weight = onSubject + (1 - subject) * behind
        const light = (slope + edge) * strength * weight * 255
        for (let c = i * 3; c < i * 3 + 3; c++) colour[c] = colour[c]! + light * (0.25 + colour[c]! / 340)
      }
    }
  },
)

function streaks(
  plane: Float32Array,
  flow: ReturnType<typeof findFlow>,
  width: number,
  height: number,
  step: number,
): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dx = (flow.x[i]! * step) / 2
      const dy = (flow.y[i]! * step) / 2
      let sum = 0
      for (let k = -STEPS; k <= STEPS; k++) {
        let px = (x + dx * k + 0.5) | 0
        let py = (y + dy * k + 0.5) | 0
        px = px < 0 ? 0 : px >= width ? width - 1 : px
        py = py < 0 ? 0 : py >= height ? height - 1 : py
        sum += plane[py * width + px]!
      }
      out[i] = sum / (2 * STEPS + 1)
    }
  }
  return out
}
