/** Painterly smoothing, pixel by pixel: what kernels/calmest.ts does. */
import { type Canvas, lumaPlane } from '../../src/imaging/style/pixels/canvas.js'
import { findHalfFlow } from '../../src/imaging/style/pixels/flow.js'
import { doubled } from './along-flow.js'
import { boxMean } from './box-mean.js'

const DIRECTIONS = 8
/** The kernel computes places with floats; rounded otherwise, a place may fall on the pixel beside it. */
const single = Math.fround

export function calmest({ width, height, colour }: Canvas, radius: number, power: number): Uint8ClampedArray {
  const luma = lumaPlane(colour)
  const flow = doubled(findHalfFlow(luma, width, height, Math.max(2, radius * 0.5)), width, height)
  const discs = weighDiscs(colour, luma, width, height, Math.max(1, Math.round(radius * 0.3)), power)
  const out = new Uint8ClampedArray(colour.length)
  const reach = radius * 0.75
  const cosines = Float32Array.from({ length: DIRECTIONS }, (_, k) => Math.cos((k * 2 * Math.PI) / DIRECTIONS) * reach)
  const sines = Float32Array.from({ length: DIRECTIONS }, (_, k) => Math.sin((k * 2 * Math.PI) / DIRECTIONS) * reach)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const stretch = single(1 + single(single(0.9) * Math.min(1, flow.clarity[i]!)))
      const shrunk = single(1 / stretch)
      const [alongX, alongY] = [single(flow.x[i]! * stretch), single(flow.y[i]! * stretch)]
      const [acrossX, acrossY] = [single(flow.x[i]! * shrunk), single(flow.y[i]! * shrunk)]
      let r = 0
      let g = 0
      let b = 0
      let sum = 0
      for (let k = 0; k < DIRECTIONS; k++) {
        const along = cosines[k]!
        const across = sines[k]!
        let px = single(x + 0.5 + single(single(along * alongX) - single(across * acrossY))) | 0
        let py = single(y + 0.5 + single(single(along * alongY) + single(across * acrossX))) | 0
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
    for (let box = 0; box < 2; box++) boxMean(disc, width, height, half)
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
