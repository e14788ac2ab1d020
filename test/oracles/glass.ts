/** What kernels/glass.ts does, channel by channel. */
import { PIECE_FLOATS } from '../../src/imaging/kernels/glass.js'
import { clamp01 } from '../../src/imaging/raster/clamp.js'
import { smoothstep } from '../../src/imaging/style/canvas.js'
import { cloudNoise } from '../../src/imaging/style/noise.js'
import { eachPixel } from './blend.js'

export interface Window {
  readonly labels: Int32Array
  readonly pieces: Float32Array
  readonly depth: Float32Array
  readonly luma: Float32Array
  readonly calm: Float32Array
  readonly subject: Float32Array
}

export function shineThrough(
  colour: Uint8ClampedArray,
  width: number,
  { labels, pieces, depth, luma, calm, subject }: Window,
  { grain, seed, wide, shading }: { grain: number; seed: number; wide: number; shading: number },
): Uint8ClampedArray {
  return eachPixel(colour, (value, pixel, channel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const piece = pieces.subarray(labels[pixel]! * PIECE_FLOATS, (labels[pixel]! + 1) * PIECE_FLOATS)
    const [own, cos, sin] = [piece[3]!, piece[4]!, piece[5]!]
    const [along, across] = [(x * cos + y * sin) * grain, (y * cos - x * sin) * grain * 3.2]
    const streak = (cloudNoise(along, across, seed + (labels[pixel]! % 97)) - 0.5) * (1 - 0.65 * calm[pixel]!)
    const middle = smoothstep(0, wide, depth[pixel]!)
    const painted = subject[pixel]! * shading
    const matt = painted * clamp01((luma[pixel]! - own) * 1.25 + 0.5) + (1 - painted) * 0.5
    const pane = piece[channel]! * (0.8 + 0.3 * middle + streak * 0.42) * (0.5 + matt)
    return pane + (value * (0.92 + 0.16 * middle) - pane) * calm[pixel]! * 0.6
  })
}
