/** What kernels/paper-cut.ts does, on the whole picture and channel by channel. */
import { blur } from '../../src/imaging/raster/blur.js'
import { type Canvas, type Rgb, smoothstep } from '../../src/imaging/style/canvas.js'
import type { Cover } from '../../src/imaging/style/cover.js'
import type { SheetLook } from '../../src/imaging/style/pieces/paper-sheets.js'
import { eachPixel } from './blend.js'

/** At one megapixel. */
export function laySheet(canvas: Canvas, cover: Cover, fill: Rgb, { lift, shadow }: SheetLook, roundness: number) {
  const { width, height, colour } = canvas
  const drawn = new Float32Array(width * height)
  for (const [i, share] of cover.share.entries())
    drawn[(cover.top + Math.floor(i / cover.width)) * width + cover.left + (i % cover.width)] = share
  const half = Math.min(0.3, 0.4 / Math.max(1, roundness))
  const sheet =
    roundness > 0
      ? blur(drawn, width, height, roundness).map((share) => smoothstep(0.5 - half, 0.5 + half, share))
      : drawn
  const shade = blur(sheet, width, height, lift * 0.8)
  return eachPixel(colour, (value, pixel, channel) => {
    const at = (back: number, up: number): number =>
      Math.max(0, Math.floor(pixel / width) - up) * width + Math.max(0, (pixel % width) - back)
    const own = sheet[pixel]!
    const below = value * (1 - shade[at(Math.round(lift * 0.55), Math.round(lift))]! * shadow)
    const edge = Math.max(0, own - sheet[at(1, 1)]!) * 26
    return below + (fill[channel]! + edge - below) * own
  })
}
