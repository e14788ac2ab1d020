/**
 * One warp: rotation, scale and crop in a single step, colours weighed by their alpha, straight onto the background.
 * Where the photo does not reach, the result is exactly the background.
 */
import type { Colour } from '../../catalog/colour.js'
import type { Cutout } from '../raster/picture.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { type Patch, type Placement, unplace } from './patch.js'

/** The result, opaque; its alpha still tells where the person is. */
export function warpOnto(patch: Patch, frame: FaceFrame, placement: Placement, { r, g, b }: Colour): Cutout {
  const { width, height } = placement
  const colour = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  const sampler = createSampler(patch, Math.min(1, placement.scale / patch.scale))
  const at = (x: number, y: number) => patch.toPatch(toPhoto(frame, unplace(placement, { x, y })))
  const [first, right, down] = [at(0.5, 0.5), at(1.5, 0.5), at(0.5, 1.5)]
  const [ux, uy] = [right.x - first.x, right.y - first.y]
  const [vx, vy] = [down.x - first.x, down.y - first.y]
  const { sample } = sampler
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      sampler.take(first.x + x * ux + y * vx, first.y + x * uy + y * vy)
      const rest = 1 - sample.a / 255
      colour[i * 3] = sample.r + r * rest + 0.5
      colour[i * 3 + 1] = sample.g + g * rest + 0.5
      colour[i * 3 + 2] = sample.b + b * rest + 0.5
      alpha[i] = sample.a + 0.5
    }
  }
  return { width, height, colour, alpha }
}

/** Cubic (Catmull-Rom), widened where the result is smaller than the patch, so that every pixel counts. */
function createSampler({ width, height, colour, alpha }: Patch, scale: number) {
  const reach = 2 / scale
  const taps = Math.ceil(2 * reach) + 1
  const [weightsX, weightsY] = [new Float64Array(taps), new Float64Array(taps)]
  const sample = { r: 0, g: 0, b: 0, a: 0 }

  const weigh = (weights: Float64Array, from: number, at: number): void => {
    let sum = 0
    for (let i = 0; i < taps; i++) {
      weights[i] = cubic((from + i + 0.5 - at) * scale)
      sum += weights[i]!
    }
    for (let i = 0; i < taps; i++) weights[i]! /= sum
  }

  /** At a place of the patch; colours are multiplied by alpha. Beyond the patch there is nothing. */
  const take = (x: number, y: number): void => {
    let r = 0
    let g = 0
    let b = 0
    let a = 0
    if (x > -0.5 && y > -0.5 && x < width + 0.5 && y < height + 0.5) {
      const left = Math.floor(x - reach)
      const top = Math.floor(y - reach)
      weigh(weightsX, left, x)
      weigh(weightsY, top, y)
      for (let j = 0; j < taps; j++) {
        const row = (top + j < 0 ? 0 : top + j >= height ? height - 1 : top + j) * width
        const weightY = weightsY[j]!
        for (let i = 0; i < taps; i++) {
          const column = left + i < 0 ? 0 : left + i >= width ? width - 1 : left + i
          const at = row + column
          const opacity = alpha[at]!
          if (opacity === 0) continue
          const weight = weightsX[i]! * weightY * opacity
          a += weight
          r += weight * colour[at * 3]!
          g += weight * colour[at * 3 + 1]!
          b += weight * colour[at * 3 + 2]!
        }
      }
    }
    // The kernel has negative lobes: they may not lead out of what is possible.
    const opacity = Math.min(255, Math.max(0, a))
    sample.a = opacity
    sample.r = Math.min(opacity, Math.max(0, r / 255))
    sample.g = Math.min(opacity, Math.max(0, g / 255))
    sample.b = Math.min(opacity, Math.max(0, b / 255))
  }
  return { sample, take }
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2
  return 0
}
