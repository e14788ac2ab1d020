/** Glowing highlights: a blurred copy of what is bright, added with screen blending. */
import { blur } from '../../raster/blur.js'
import { amount, defineStep, share } from '../step.js'

export const glow = defineStep(
  { radius: amount(1, 80), amount: share(), threshold: share() },
  ({ width, height, colour }, scene, { radius = 14, amount: strength = 0.4, threshold = 0.6 }) => {
    for (let c = 0; c < 3; c++) {
      const plane = new Float32Array(width * height)
      for (let i = 0; i < plane.length; i++)
        plane[i] = Math.max(0, colour[i * 3 + c]! / 255 - threshold) / (1 - threshold)
      const soft = blur(plane, width, height, radius * scene.unit)
      for (let i = 0; i < plane.length; i++) {
        const at = i * 3 + c
        colour[at] = 255 - (255 - colour[at]!) * (1 - Math.min(1, soft[i]! * strength))
      }
    }
  },
)
