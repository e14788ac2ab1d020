/** Gaussian blur of one plane: exact for a small sigma, approximated by three box means for a large one. */
import { type Address, bytesAt, floatsAt, reserve } from '../kernels/memory.js'
import { boxBytes, convolve, meanOfBoxes, putChannel, takeChannel } from '../kernels/planes.js'

const MIN_SIGMA = 0.3
const MAX_EXACT_SIGMA = 2.2
const BOXES = 3

/** Three boxes of this radius have the variance of the Gaussian. */
export const boxRadius = (sigma: number): number => Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))

export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma < MIN_SIGMA) return plane
  const { bytes, run } = blurInPlace(width, height, sigma)
  const at = reserve({ plane: plane.length * 4, ...bytes })
  floatsAt(at.plane, plane.length).set(plane)
  run(at.plane, at)
  return floatsAt(at.plane, plane.length).slice()
}

/** The same for all three channels of interleaved colours. */
export function blurColours(
  colour: Uint8ClampedArray,
  width: number,
  height: number,
  sigma: number,
): Uint8ClampedArray {
  if (sigma < MIN_SIGMA) return colour.slice()
  const area = width * height
  const { bytes, run } = blurInPlace(width, height, sigma)
  const at = reserve({ colour: colour.length, plane: area * 4, ...bytes })
  bytesAt(at.colour, colour.length).set(colour)
  for (let channel = 0; channel < 3; channel++) {
    takeChannel(at.colour, channel, area, at.plane)
    run(at.plane, at)
    putChannel(at.plane, area, at.colour, channel)
  }
  return new Uint8ClampedArray(bytesAt(at.colour, colour.length))
}

interface WorkingMemory {
  readonly work: Address
  readonly line: Address
  readonly weights: Address
}

/** How much memory a blur needs beside the plane, and how it is done there. */
function blurInPlace(width: number, height: number, sigma: number) {
  if (sigma > MAX_EXACT_SIGMA) {
    const radius = boxRadius(sigma)
    const { sums, leaving } = boxBytes(width, radius)
    return {
      bytes: { work: leaving, line: sums, weights: 0 },
      run: (plane: Address, { work, line }: WorkingMemory): void => {
        for (let box = 0; box < BOXES; box++) meanOfBoxes(plane, width, height, radius, line, work)
      },
    }
  }
  const radius = Math.ceil(2.5 * sigma)
  const weights = gaussian(sigma, radius)
  return {
    bytes: { work: width * height * 4, line: (width + 2 * radius) * 4, weights: weights.length * 4 },
    run: (plane: Address, at: WorkingMemory): void => {
      floatsAt(at.weights, weights.length).set(weights)
      convolve(plane, width, height, at.weights, radius, at.work, at.line)
    },
  }
}

function gaussian(sigma: number, radius: number): Float32Array {
  const weights = new Float32Array(2 * radius + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += weights[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  for (let i = 0; i < weights.length; i++) weights[i]! /= sum
  return weights
}
