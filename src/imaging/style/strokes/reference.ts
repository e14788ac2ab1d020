/** The picture as smooth as a brush can paint it, without mixing the subject with what is behind it. */
import { blurColours } from '../../raster/blur.js'
import { blurWithin } from '../blur-within.js'
import type { Canvas } from '../canvas.js'
import type { Scene } from '../scene.js'

/** Blurs smaller than this hardly mix anything. */
const MIXING = 2.5

export function softened(canvas: Canvas, { subject, hasSubject }: Scene, sigma: number): Uint8ClampedArray {
  if (sigma < 0.5) return canvas.colour
  if (hasSubject && sigma > MIXING) return softenParts(canvas, subject, sigma)
  return blurColours(canvas.colour, canvas.width, canvas.height, sigma)
}

/** One part after the other; where they meet, the first waits for the second. */
function softenParts(canvas: Canvas, subject: Float32Array, sigma: number): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const out = new Uint8ClampedArray(colour.length)
  const pixel = new Float32Array(3)
  const fronts: number[] = []
  const inside = blurWithin(canvas, subject, sigma)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (subject[i]! <= 0) continue
      inside(x, y, pixel)
      if (subject[i]! < 1) fronts.push(pixel[0]!, pixel[1]!, pixel[2]!)
      else {
        out[i * 3] = pixel[0]!
        out[i * 3 + 1] = pixel[1]!
        out[i * 3 + 2] = pixel[2]!
      }
    }
  }
  const outside = blurWithin(canvas, subject, sigma, 'outside')
  for (let y = 0, i = 0, front = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = subject[i]!
      if (share >= 1) continue
      outside(x, y, pixel)
      for (let c = 0; c < 3; c++) {
        const back = pixel[c]!
        out[i * 3 + c] = share > 0 ? back + (fronts[front++]! - back) * share : back
      }
    }
  }
  return out
}
