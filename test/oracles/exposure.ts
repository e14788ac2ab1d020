/** What kernels/exposure.ts does, channel by channel. */
import { type Rgb, smoothstep } from '../../src/imaging/style/pixels/canvas.js'
import { eachPixel, lumaAt } from './blend.js'

export function exposeTwice(
  colour: Uint8ClampedArray,
  other: Uint8ClampedArray,
  shares: Float32Array,
  cover: Float32Array,
  sheet: Rgb,
) {
  return eachPixel(colour, (value, pixel, channel) => {
    const [own, drawn] = [value / 255, other[pixel * 3 + channel]! / 255]
    const screened = 1 - (1 - own * 0.55) * (1 - drawn)
    const coloured = drawn * (0.45 + 0.7 * own)
    const both = screened + (coloured - screened) * smoothstep(0.35, 0.85, lumaAt(colour, pixel) / 255)
    const mixed = own + (both - own) * shares[pixel]!
    return sheet[channel]! + (255 * mixed - sheet[channel]!) * cover[pixel]!
  })
}
