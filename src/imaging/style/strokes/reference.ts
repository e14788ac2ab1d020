/** The picture as smooth as a brush can paint it, without mixing the subject with what is behind it. */
import { blur } from '../../raster/blur.js'
import { blurWithin } from '../blur-within.js'
import type { Canvas } from '../canvas.js'
import type { Scene } from '../scene.js'

/** Blurs smaller than this hardly mix anything. */
const MIXING = 2.5

export function softened(canvas: Canvas, { subject, hasSubject }: Scene, sigma: number): Uint8ClampedArray {
  if (sigma < 0.5) return canvas.colour
  return hasSubject && sigma > MIXING ? softenParts(canvas, subject, sigma) : softenAll(canvas, sigma)
}

function softenAll({ width, height, colour }: Canvas, sigma: number): Uint8ClampedArray {
  const out = new Uint8ClampedArray(colour.length)
  const plane = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = colour[i * 3 + c]!
    const soft = blur(plane, width, height, sigma)
    for (let i = 0; i < plane.length; i++) out[i * 3 + c] = soft[i]!
  }
  return out
}

function softenParts(canvas: Canvas, subject: Float32Array, sigma: number): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const out = new Uint8ClampedArray(colour.length)
  const inside = blurWithin(canvas, (i) => subject[i]!, sigma)
  const outside = blurWithin(canvas, (i) => 1 - subject[i]!, sigma)
  const [front, back] = [new Float32Array(3), new Float32Array(3)]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = subject[i]!
      if (share > 0) inside(x, y, front)
      if (share < 1) outside(x, y, back)
      for (let c = 0; c < 3; c++) out[i * 3 + c] = back[c]! + (front[c]! - back[c]!) * share
    }
  }
  return out
}
