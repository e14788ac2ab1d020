/** What kernels/halftone.ts does, channel by channel; all of the picture is the print. */
import { clamp01 } from '../../src/imaging/raster/clamp.js'
import { lengthOf } from '../../src/imaging/raster/point.js'
import type { Canvas, Rgb } from '../../src/imaging/style/pixels/canvas.js'
import { eachPixel, lumaAt } from './blend.js'

/** How much of a pixel lies inside the dot of its cell: the dot covers the given share of the cell. */
function dotAt(x: number, y: number, spacing: number, degrees: number, coverage: number): number {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / spacing, Math.sin(turn) / spacing]
  const [u, v] = [x * cos + y * sin, y * cos - x * sin]
  const [du, dv] = [Math.abs(u - Math.floor(u + 0.5)), Math.abs(v - Math.floor(v + 0.5))]
  const dot = (share: number, distance: number): number =>
    clamp01((Math.sqrt(share / Math.PI) - distance) / (1.5 / spacing) + 0.5) * clamp01(share * 25)
  return coverage <= 0.5 ? dot(coverage, lengthOf(du, dv)) : 1 - dot(1 - coverage, lengthOf(0.5 - du, 0.5 - dv))
}

export function printOne({ width, colour }: Canvas, spacing: number, angle: number, pen: Rgb, paper: Rgb) {
  return eachPixel(colour, (_, pixel, channel) => {
    const dark = 1 - lumaAt(colour, pixel) / 255
    const ink = dotAt(pixel % width, Math.floor(pixel / width), spacing, angle, dark)
    return paper[channel]! * (1 - ink) + pen[channel]! * ink
  })
}

const INKS = [
  { light: [0, 0.68, 0.94], angle: 15 },
  { light: [0.93, 0.05, 0.55], angle: 75 },
  { light: [1, 0.94, 0], angle: 0 },
  { light: [0.1, 0.1, 0.12], angle: 45 },
]

export function printFour({ width, colour }: Canvas, spacing: number) {
  return eachPixel(colour, (_, pixel, channel) => {
    const own = [0, 1, 2].map((c) => 1 - colour[pixel * 3 + c]! / 255)
    const black = Math.max(0, Math.min(...own) - 0.25) / 0.75
    const rest = 1 - black * 0.75
    const coverages = [...own.map((value) => clamp01((value - 1 + rest) / rest)), black]
    return INKS.reduce((light, ink, k) => {
      const dot = dotAt(pixel % width, Math.floor(pixel / width), spacing, ink.angle, coverages[k]!)
      return light * (1 - dot * (1 - ink.light[channel]!))
    }, 255)
  })
}
