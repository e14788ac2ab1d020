/** Gaussian blur of one plane: exact for a small sigma, approximated by three box means for a large one. */
import { boxMean } from './box-mean.js'

const MAX_EXACT_SIGMA = 2.2

export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma < 0.3) return plane
  if (sigma <= MAX_EXACT_SIGMA) return exactBlur(plane, width, height, sigma)
  // Three boxes of this radius have the variance of the Gaussian.
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  const out = plane.slice()
  for (let pass = 0; pass < 3; pass++) boxMean(out, width, height, radius)
  return out
}

function exactBlur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.ceil(2.5 * sigma)
  const kernel = new Float32Array(2 * radius + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += kernel[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  for (let i = 0; i < kernel.length; i++) kernel[i]! /= sum
  const across = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      let value = 0
      if (x >= radius && x < width - radius) {
        for (let i = -radius, at = row + x - radius; i <= radius; i++, at++) value += kernel[i + radius]! * plane[at]!
      } else {
        for (let i = -radius; i <= radius; i++) {
          value += kernel[i + radius]! * plane[row + Math.min(width - 1, Math.max(0, x + i))]!
        }
      }
      across[row + x] = value
    }
  }
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let i = -radius; i <= radius; i++) {
      const weight = kernel[i + radius]!
      const from = Math.min(height - 1, Math.max(0, y + i)) * width
      for (let x = 0; x < width; x++) out[row + x]! += weight * across[from + x]!
    }
  }
  return out
}
