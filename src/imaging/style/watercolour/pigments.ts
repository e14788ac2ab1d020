/** The picture as pigment on paper: how deep it is, and in which colour, as absorbances that add up where washes overlap. */
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, type Rgb } from '../canvas.js'

export interface Pigments {
  /** Absorbance of brightness: 0 is bare paper. */
  readonly depth: Float32Array
  /** Absorbance of red, green and blue per depth: about 1. */
  readonly hue: readonly [Float32Array, Float32Array, Float32Array]
}

/** Black paint still reflects this much. */
const DARKEST = 0.035
/** Where there is hardly any pigment, its hue is that of its surroundings. */
const FAINT = 0.02

const absorbance = Float32Array.from({ length: 256 }, (_, value) => -Math.log(Math.max(DARKEST, value / 255)))

/** `bleed`: how far colours run into each other, in pixels; those behind the subject stay out of it. */
export function pigmentsOf({ width, height, colour }: Canvas, subject: Float32Array, bleed: number): Pigments {
  const area = width * height
  const depth = new Float32Array(area)
  const planes = [new Float32Array(area), new Float32Array(area), new Float32Array(area)] as const
  for (let i = 0, at = 0; i < area; i++, at += 3) {
    for (let c = 0; c < 3; c++) planes[c]![i] = absorbance[colour[at + c]!]!
    depth[i] = lumaOf(planes[0][i]!, planes[1][i]!, planes[2][i]!)
  }
  const ofSubject = (plane: Float32Array): Float32Array => {
    const own = new Float32Array(area)
    for (let i = 0; i < area; i++) own[i] = plane[i]! * subject[i]! * subject[i]!
    return own
  }
  const run = blur(ofSubject(depth), width, height, bleed)
  const hue = planes.map((plane) => {
    const soft = blur(ofSubject(plane), width, height, bleed)
    for (let i = 0; i < area; i++) soft[i] = (soft[i]! + FAINT) / (run[i]! + FAINT)
    return soft
  }) as [Float32Array, Float32Array, Float32Array]
  return { depth, hue }
}

/** One ink instead of the picture's colours. */
export function inInk({ depth }: Pigments, ink: Rgb): Pigments {
  const [r, g, b] = ink.map((value) => absorbance[value]!) as [number, number, number]
  const full = lumaOf(r, g, b)
  return { depth, hue: [r, g, b].map((a) => new Float32Array(depth.length).fill(a / full)) as never }
}
