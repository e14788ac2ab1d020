/** Pixel art: large square pixels, few colours, ordered dithering between them. */
import { Type } from 'typebox'
import { clamp } from '../../raster/clamp.js'
import { hexColour, type Rgb } from '../canvas.js'
import { amount, defineStep, hex } from '../step.js'

export const pixels = defineStep(
  {
    size: amount(2, 60),
    /** Pixels are made smaller until a face has this many from forehead to chin. */
    perFace: amount(8, 200),
    /** Levels per channel, if no palette is given. */
    levels: amount(2, 16),
    palette: Type.Optional(Type.Array(hex(), { minItems: 2, maxItems: 64 })),
    dither: amount(0, 1),
    contrast: amount(0.5, 2),
  },
  ({ width, height, colour }, scene, options) => {
    const { perFace = 40, levels = 5, dither = 0.3, contrast = 1.1, palette } = options
    const nominal = (options.size ?? 9) * scene.unit
    const size = Math.max(2, Math.round(scene.faceHeight > 0 ? Math.min(nominal, scene.faceHeight / perFace) : nominal))
    const nearest = palette ? nearestIn(palette.map(hexColour)) : nearestLevels(levels)
    for (let top = 0, row = 0; top < height; top += size, row++) {
      for (let left = 0, column = 0; left < width; left += size, column++) {
        const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)]
        const mean = meanOf(colour, width, left, top, right, bottom)
        const pattern = ((BAYER[(row % 4) * 4 + (column % 4)]! + 0.5) / 16 - 0.5) * dither * (255 / levels)
        const [r, g, b] = nearest(
          mean.map((value) => (value - 128) * contrast + 128 + pattern) as [number, number, number],
        )
        for (let y = top; y < bottom; y++) {
          for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
            colour[at] = r
            colour[at + 1] = g
            colour[at + 2] = b
          }
        }
      }
    }
  },
)

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

function meanOf(
  colour: Uint8ClampedArray,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number[] {
  const sum = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) for (let c = 0; c < 3; c++) sum[c]! += colour[(y * width + x) * 3 + c]!
  }
  return sum.map((value) => value / ((right - left) * (bottom - top)))
}

type Nearest = (colour: Rgb) => Rgb

const nearestLevels =
  (levels: number): Nearest =>
  (colour) =>
    colour.map((value) => (Math.round((clamp(value, 0, 255) / 255) * (levels - 1)) / (levels - 1)) * 255) as [
      number,
      number,
      number,
    ]

const nearestIn =
  (palette: readonly Rgb[]): Nearest =>
  ([r, g, b]) => {
    let [best, nearest] = [palette[0]!, Number.POSITIVE_INFINITY]
    for (const candidate of palette) {
      const d = 2 * (candidate[0] - r) ** 2 + 4 * (candidate[1] - g) ** 2 + 3 * (candidate[2] - b) ** 2
      if (d < nearest) [best, nearest] = [candidate, d]
    }
    return best
  }
