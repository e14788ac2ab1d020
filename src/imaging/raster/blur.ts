/** Gaussian blur of one plane: exact for a small sigma, approximated by three box means for a large one. */
import { floatsAt, reserve } from '../kernels/memory.js'
import { convolve } from '../kernels/planes.js'
import { boxMean } from './box-mean.js'

const MAX_EXACT_SIGMA = 2.2

export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma < 0.3) return plane
  if (sigma <= MAX_EXACT_SIGMA) return exactBlur(plane, width, height, sigma)
  // Three boxes of this radius have the variance of the Gaussian.
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  const out = plane.slice()
  boxMean(out, width, height, radius, 3)
  return out
}

function exactBlur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.ceil(2.5 * sigma)
  const weights = new Float32Array(2 * radius + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += weights[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  for (let i = 0; i < weights.length; i++) weights[i]! /= sum
  const at = reserve({
    plane: plane.length * 4,
    across: plane.length * 4,
    line: (width + 2 * radius) * 4,
    weights: weights.length * 4,
  })
  floatsAt(at.plane, plane.length).set(plane)
  floatsAt(at.weights, weights.length).set(weights)
  convolve(at.plane, width, height, at.weights, radius, at.across, at.line)
  return floatsAt(at.plane, plane.length).slice()
}
