/**
 * Rotation, scale and crop in a single resampling, with colours weighted by their alpha, straight onto the background.
 * Where the photo does not reach, the result is exactly the background.
 */
import type { Colour } from '../../src/catalog/colour.js'
import { type FaceFrame, toPhoto } from '../../src/imaging/id-photo/frame.js'
import { type Patch, type Placement, resultToFace } from '../../src/imaging/id-photo/patch.js'
import { clamp } from '../../src/imaging/raster/clamp.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'

/** The result's colours are opaque; its alpha still says where the person is. */
export function warpOnto(patch: Patch, frame: FaceFrame, placement: Placement, { r, g, b }: Colour): Cutout {
  const { width, height } = placement
  const colour = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  const sampler = createSampler(patch, Math.min(1, placement.scale / patch.scale))
  const at = (x: number, y: number) => patch.toPatch(toPhoto(frame, resultToFace(placement, { x, y })))
  const [first, right, down] = [at(0.5, 0.5), at(1.5, 0.5), at(0.5, 1.5)]
  const [ux, uy] = [right.x - first.x, right.y - first.y]
  const [vx, vy] = [down.x - first.x, down.y - first.y]
  const { sample } = sampler
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      sampler.sampleAt(first.x + x * ux + y * vx, first.y + x * uy + y * vy)
      const rest = 1 - sample.a / 255
      colour[i * 3] = sample.r + r * rest + 0.5
      colour[i * 3 + 1] = sample.g + g * rest + 0.5
      colour[i * 3 + 2] = sample.b + b * rest + 0.5
      alpha[i] = sample.a + 0.5
    }
  }
  return { width, height, colour, alpha }
}

/** Cubic (Catmull-Rom), widened where the result is smaller than the patch, so that every pixel contributes. */
function createSampler({ width, height, colour, alpha }: Patch, scale: number) {
  const reach = 2 / scale
  const taps = Math.ceil(2 * reach) + 1
  const [weightsX, weightsY] = [new Float64Array(taps), new Float64Array(taps)]
  const sample = { r: 0, g: 0, b: 0, a: 0 }

  const setWeights = (weights: Float64Array, from: number, at: number): void => {
    let sum = 0
    for (let i = 0; i < taps; i++) {
      weights[i] = cubic((from + i + 0.5 - at) * scale)
      sum += weights[i]!
    }
    for (let i = 0; i < taps; i++) weights[i]! /= sum
  }

  /** Samples the patch at a point into `sample`, with premultiplied colours. Beyond the patch all is transparent. */
  const sampleAt = (x: number, y: number): void => {
    let r = 0
    let g = 0
    let b = 0
    let a = 0
    if (x > -0.5 && y > -0.5 && x < width + 0.5 && y < height + 0.5) {
      const left = Math.floor(x - reach)
      const top = Math.floor(y - reach)
      setWeights(weightsX, left, x)
      setWeights(weightsY, top, y)
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
    // The kernel has negative lobes, which can overshoot the valid range.
    const opacity = clamp(a, 0, 255)
    sample.a = opacity
    sample.r = clamp(r / 255, 0, opacity)
    sample.g = clamp(g / 255, 0, opacity)
    sample.b = clamp(b / 255, 0, opacity)
  }
  return { sample, sampleAt }
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2
  return 0
}
