/** What kernels/tubes.ts does, on the whole picture and channel by channel, at one megapixel. */
import { blur } from '../../src/imaging/raster/blur.js'
import type { Canvas, Rgb } from '../../src/imaging/style/canvas.js'
import { eachPixel } from './blend.js'

export function lightTubes({ width, height, colour }: Canvas, core: Float32Array, gas: Rgb, glow: number) {
  const [near, far] = [blur(core, width, height, 4), blur(core, width, height, 22)]
  return eachPixel(colour, (value, pixel, channel) => {
    const halo = (near[pixel]! * 1.5 + far[pixel]! * 2.2) * glow
    if (halo < 0.004) return value
    const glass = core[pixel]!
    const light = Math.min(1, (gas[channel]! / 255) * (halo + glass)) + glass ** 2 * 0.75
    return 255 - (255 - value) * (1 - Math.min(1, light))
  })
}
