/** The picture as smooth as a brush can paint it, without mixing the subject with what is behind it. */
import { blurColours } from '../../raster/blur.js'
import { blurBothSides } from '../blur-within.js'
import type { Canvas } from '../canvas.js'
import type { Scene } from '../scene.js'

/** Blurs smaller than this hardly mix anything. */
const MIXING = 2.5

export function softened(canvas: Canvas, { subject, hasSubject }: Scene, sigma: number): Uint8ClampedArray {
  if (sigma < 0.5) return canvas.colour
  if (hasSubject && sigma > MIXING) return blurBothSides(canvas, subject, sigma)
  return blurColours(canvas.colour, canvas.width, canvas.height, sigma)
}
