/** The picture as smooth as a brush can paint it, without mixing the subject with what is behind it. */
import { blurColours } from '../../../raster/blur.js'
import { mixInPicture } from '../../pixels/blend.js'
import { blurWithin } from '../../pixels/blur-within.js'
import type { Canvas } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'

/** Blurs smaller than the first are not seen under strokes, those smaller than the second hardly mix anything. */
const FAINTEST = 0.75
const MIXING = 2.5

export function softened(canvas: Canvas, { subject, hasSubject }: Scene, sigma: number): Uint8ClampedArray {
  if (sigma < FAINTEST) return canvas.colour
  if (hasSubject && sigma > MIXING) return softenParts(canvas, subject, sigma)
  return blurColours(canvas.colour, canvas.width, canvas.height, sigma)
}

function softenParts(canvas: Canvas, subject: Float32Array, sigma: number): Uint8ClampedArray {
  const colour = blurWithin(canvas, subject, sigma, 'outside')
  mixInPicture({ colour }, blurWithin(canvas, subject, sigma), (shares) => shares.set(subject))
  return colour
}
