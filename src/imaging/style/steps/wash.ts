/** Watercolour: pigment gathers at the edges of a wash, settles in the paper's grain, and leaves light areas bare. */
import { blur } from '../../raster/blur.js'
import { lumaPlane } from '../canvas.js'
import { cloudNoise, valueNoise } from '../noise.js'
import { amount, defineStep, share } from '../step.js'

export const wash = defineStep(
  {
    /** Darker rims. */
    edges: share(),
    /** Pigment in the grain. */
    grain: share(),
    /** Uneven water, in large patches. */
    pools: share(),
    /** How far light areas fade to the white of the paper. */
    whites: share(),
    width: amount(0.5, 12),
  },
  (canvas, scene, { edges = 0.5, grain = 0.4, pools = 0.4, whites = 0.3, width: rim = 2.2 }) => {
    const { width, height, colour } = canvas
    const luma = lumaPlane(colour)
    const [near, far] = [blur(luma, width, height, rim * scene.unit), blur(luma, width, height, rim * 3 * scene.unit)]
    const [fine, large] = [1 / Math.max(1, 1.8 * scene.unit), 1 / (70 * scene.unit)]
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        // Blotches and rims suit cloth and hair; on a face they would look like marks on its skin.
        const calm = 1 - Math.max(scene.features[i]! * 0.7, scene.skin[i]! * 0.6)
        const edge = Math.max(0, far[i]! - near[i]!) * 4.5 * edges
        const density = 1 - luma[i]!
        const settled = (valueNoise(x * fine, y * fine, scene.seed + 21) - 0.5) * grain * 0.5 * density
        const pool = (cloudNoise(x * large, y * large, scene.seed + 22) - 0.5) * pools * 0.55 * (0.25 + density)
        const pigment = 1 + (edge + settled + pool) * calm
        const bare = whites * Math.max(0, luma[i]! - 0.55) * 1.1
        for (let c = i * 3; c < i * 3 + 3; c++) {
          // Pigment is an exponent (Beer's law): more of it makes colours deeper, not greyer.
          const passed = (Math.max(1, colour[c]!) / 255) ** pigment
          colour[c] = 255 * (passed + (1 - passed) * bare)
        }
      }
    }
  },
)
