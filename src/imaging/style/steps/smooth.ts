/**
 * Painterly smoothing after Kuwahara: each pixel takes the colour of the calmest of eight neighbourhoods around it, so
 * that surfaces become flat and edges stay. The neighbourhoods are soft discs on an ellipse along the flow of the
 * picture: a disc's mean is a lookup in a blurred copy, which makes it fast. On eyes and mouth the discs are smaller.
 */
import { boxMean } from '../../raster/box-mean.js'
import { type Canvas, lumaPlane } from '../canvas.js'
import { findFlow } from '../flow.js'
import { amount, defineStep, share } from '../step.js'

const DIRECTIONS = 8

export const smooth = defineStep(
  {
    radius: amount(1, 20),
    /** How clearly the calmest neighbourhood wins. */
    sharpness: amount(1, 16),
    passes: amount(1, 4),
    /** The radius on eyes and mouth, relative to the radius elsewhere. */
    fine: share(),
  },
  (canvas, scene, { radius = 5, sharpness = 6, passes = 1, fine = 0.45 }) => {
    const power = Math.max(1, Math.round(sharpness / 2))
    const refinesFaces = fine < 1 && scene.faceHeight > 0
    for (let pass = 0; pass < passes; pass++) {
      const finer = refinesFaces ? finerCopy(canvas, scene.features, radius * fine * scene.unit, power) : undefined
      blendCoarse(canvas, scene.hair, calmest(canvas, radius * scene.unit, power))
      if (finer) blendFiner(canvas, scene.features, finer)
    }
  },
)

interface Patch extends Canvas {
  readonly left: number
  readonly top: number
}

/** Hair keeps some of its detail: strands are finer than any brush. */
const KEPT_IN_HAIR = 0.35

function blendCoarse({ colour }: Canvas, hair: Float32Array, coarse: Uint8ClampedArray): void {
  for (let i = 0, at = 0; i < hair.length; i++, at += 3) {
    const kept = hair[i]! * KEPT_IN_HAIR
    for (let c = at; c < at + 3; c++) colour[c] = coarse[c]! + (colour[c]! - coarse[c]!) * kept
  }
}

/** Only the part of the picture that contains the features of faces. */
function finerCopy(canvas: Canvas, features: Float32Array, radius: number, power: number): Patch | undefined {
  const { width, height, colour } = canvas
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (features[i]! < 0.01) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < left) return undefined
  const patch = { left, top, width: right - left + 1, height: bottom - top + 1 }
  const part = new Uint8ClampedArray(patch.width * patch.height * 3)
  for (let y = 0; y < patch.height; y++) {
    const from = ((top + y) * width + left) * 3
    part.set(colour.subarray(from, from + patch.width * 3), y * patch.width * 3)
  }
  return { ...patch, colour: calmest({ ...patch, colour: part }, radius, power) }
}

function blendFiner({ width, colour }: Canvas, features: Float32Array, patch: Patch): void {
  for (let y = 0; y < patch.height; y++) {
    for (let x = 0; x < patch.width; x++) {
      const i = (patch.top + y) * width + patch.left + x
      const share = features[i]!
      if (share < 0.01) continue
      const from = (y * patch.width + x) * 3
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c
        colour[at] = colour[at]! + (patch.colour[from + c]! - colour[at]!) * share
      }
    }
  }
}

function calmest({ width, height, colour }: Canvas, radius: number, power: number): Uint8ClampedArray {
  const luma = lumaPlane(colour)
  const flow = findFlow(luma, width, height, Math.max(2, radius * 0.5))
  const discs = weighDiscs(colour, luma, width, height, Math.max(1, Math.round(radius * 0.3)), power)
  const out = new Uint8ClampedArray(colour.length)
  const reach = radius * 0.75
  const cosines = Float32Array.from({ length: DIRECTIONS }, (_, k) => Math.cos((k * 2 * Math.PI) / DIRECTIONS) * reach)
  const sines = Float32Array.from({ length: DIRECTIONS }, (_, k) => Math.sin((k * 2 * Math.PI) / DIRECTIONS) * reach)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const clarity = flow.clarity[i]!
      const stretch = 1 + 0.9 * (clarity < 1 ? clarity : 1)
      const alongX = flow.x[i]! * stretch
      const alongY = flow.y[i]! * stretch
      const acrossX = flow.x[i]! / stretch
      const acrossY = flow.y[i]! / stretch
      let r = 0
      let g = 0
      let b = 0
      let sum = 0
      for (let k = 0; k < DIRECTIONS; k++) {
        const along = cosines[k]!
        const across = sines[k]!
        let px = (x + along * alongX - across * acrossY + 0.5) | 0
        let py = (y + along * alongY + across * acrossX + 0.5) | 0
        px = px < 0 ? 0 : px >= width ? width - 1 : px
        py = py < 0 ? 0 : py >= height ? height - 1 : py
        const at = (py * width + px) << 2
        r += discs[at]!
        g += discs[at + 1]!
        b += discs[at + 2]!
        sum += discs[at + 3]!
      }
      const share = 1 / sum
      out[i * 3] = r * share
      out[i * 3 + 1] = g * share
      out[i * 3 + 2] = b * share
    }
  }
  return out
}

/** Per pixel: the mean colour of the disc around it times its weight, and the weight; interleaved for fast reading. */
function weighDiscs(
  colour: Uint8ClampedArray,
  luma: Float32Array,
  width: number,
  height: number,
  half: number,
  power: number,
): Float32Array {
  const mean = (plane: Float32Array): Float32Array => {
    const disc = plane.slice()
    boxMean(disc, width, height, half, 2) // two boxes make a round enough disc
    return disc
  }
  const weights = calmness(luma, mean, power)
  const discs = new Float32Array(weights.length * 4)
  for (let c = 0; c < 3; c++) {
    const means = mean(channel(colour, c))
    for (let i = 0; i < means.length; i++) discs[i * 4 + c] = means[i]! * weights[i]!
  }
  for (let i = 0; i < weights.length; i++) discs[i * 4 + 3] = weights[i]!
  return discs
}

function channel(colour: Uint8ClampedArray, c: number): Float32Array {
  const plane = new Float32Array(colour.length / 3)
  for (let i = 0; i < plane.length; i++) plane[i] = colour[i * 3 + c]!
  return plane
}

/** Large where brightness hardly varies. */
function calmness(luma: Float32Array, mean: (plane: Float32Array) => Float32Array, power: number): Float32Array {
  const squares = new Float32Array(luma.length)
  for (let i = 0; i < squares.length; i++) squares[i] = luma[i]! * luma[i]!
  const means = mean(luma)
  const weights = mean(squares)
  for (let i = 0; i < weights.length; i++) {
    const variance = Math.max(0, weights[i]! - means[i]! * means[i]!) * 2000
    let raised = variance
    for (let k = 1; k < power; k++) raised *= variance
    weights[i] = 1 / (0.001 + raised)
  }
  return weights
}
