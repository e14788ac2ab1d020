/** What a brush is to paint: the picture as smooth as it can be painted, without mixing the subject with what is behind it. */
import { blurColours } from '../../../raster/blur.js'
import { blurApart } from '../../pixels/blur-within.js'
import type { Canvas } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'

/** Blurs smaller than the first are not seen under strokes, those smaller than the second hardly mix anything. */
const [FAINTEST, MIXING] = [1, 2.5]

/** May be the colours of the canvas themselves. */
export function softened(canvas: Canvas, { subject, hasSubject }: Scene, sigma: number): Uint8ClampedArray {
  if (sigma < FAINTEST) return canvas.colour
  if (hasSubject && sigma > MIXING) return blurApart(canvas, subject, sigma)
  return blurColours(canvas.colour, canvas.width, canvas.height, sigma)
}
