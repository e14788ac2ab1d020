/** What kernels/blend.ts, surface.ts and pigment.ts do, channel by channel. */
import { lumaOf } from '../../src/imaging/style/pixels/canvas.js'

type Colours = Uint8ClampedArray

/** Each channel of each pixel becomes what `change` makes of it. */
export function eachPixel(colour: Colours, change: (value: number, pixel: number, channel: number) => number): Colours {
  return colour.map((value, at) => change(value, Math.floor(at / 3), at % 3))
}

export const mixedIn = (colour: Colours, other: (pixel: number, channel: number) => number, shares: Float32Array) =>
  eachPixel(colour, (value, pixel, channel) => value + (other(pixel, channel) - value) * shares[pixel]!)

export const lumaAt = (colour: Colours, pixel: number): number =>
  lumaOf(colour[pixel * 3]!, colour[pixel * 3 + 1]!, colour[pixel * 3 + 2]!)

/** `heights` has a row more above and a column more to the right; `seenAt`: how much of it is seen at a pixel. */
export function lightSurface(
  colour: Colours,
  heights: Float32Array,
  width: number,
  seenAt: (pixel: number) => number,
): Colours {
  return eachPixel(colour, (value, pixel) => {
    const at = (Math.floor(pixel / width) + 1) * (width + 1) + (pixel % width)
    const lit = 2 * heights[at]! - heights[at + 1]! - heights[at - width - 1]!
    return value * (1 + (0.55 * lit + 0.16 * (heights[at]! - 0.5)) * seenAt(pixel))
  })
}

/** How much of the paper pigment covers, 0..1. */
export function coverage(density: number, tooth: number, grain: number): number {
  const caught = density * (1 + grain * (tooth - 0.5) * 2.6) - grain * (1 - tooth) * 0.22
  return density >= 0.01 && caught > 0 ? 1 - Math.exp(-caught) : 0
}
