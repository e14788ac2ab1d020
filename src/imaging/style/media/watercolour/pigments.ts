/** The picture as pigment on paper: how deep it is, and in which colour, as absorbances that add up where washes overlap. */
import { bytesAt, floatsAt, reserve } from '../../../kernels/memory.js'
import { absorbColours } from '../../../kernels/wash.js'
import { blur } from '../../../raster/blur.js'
import { type Canvas, lumaOf, type Rgb } from '../../pixels/canvas.js'

export interface Pigments {
  /** Absorbance of brightness: 0 is bare paper. */
  readonly depth: Float32Array
  /** Absorbance of red, green and blue per depth: about 1. At half the size, rounded up, because colours run. */
  readonly hue: readonly [Float32Array, Float32Array, Float32Array]
}

/** Black paint still reflects this much. */
const DARKEST = 0.035
/** Where there is hardly any pigment, its hue is that of its surroundings. */
const FAINT = 0.02

const ABSORBANCE = Float32Array.from({ length: 256 }, (_, value) => -Math.log(Math.max(DARKEST, value / 255)))

/** `bleed`: how far colours run into each other, in pixels; those behind the subject stay out of it. */
export function pigmentsOf({ width, height, colour }: Canvas, subject: Float32Array, bleed: number): Pigments {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  const [area, half] = [width * height, halfWidth * halfHeight]
  const at = reserve({
    picture: colour.length,
    subject: area * 4,
    table: ABSORBANCE.length * 4,
    depth: area * 4,
    red: half * 4,
    green: half * 4,
    blue: half * 4,
  })
  bytesAt(at.picture, colour.length).set(colour)
  floatsAt(at.subject, area).set(subject)
  floatsAt(at.table, ABSORBANCE.length).set(ABSORBANCE)
  for (const plane of [at.red, at.green, at.blue]) floatsAt(plane, half).fill(0)
  absorbColours(at.picture, at.subject, width, height, at.table, at.depth, at.red, at.green, at.blue)
  const [depth, red, green, blue] = [
    floatsAt(at.depth, area).slice(),
    floatsAt(at.red, half).slice(),
    floatsAt(at.green, half).slice(),
    floatsAt(at.blue, half).slice(),
  ]
  const hue = [red, green, blue].map((plane) => blur(plane, halfWidth, halfHeight, bleed / 2)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [r, g, b] = hue
  for (let i = 0; i < r.length; i++) {
    const run = lumaOf(r[i]!, g[i]!, b[i]!) + FAINT
    r[i] = (r[i]! + FAINT) / run
    g[i] = (g[i]! + FAINT) / run
    b[i] = (b[i]! + FAINT) / run
  }
  return { depth, hue }
}

/** One ink instead of the picture's colours. */
export function inInk({ depth, hue }: Pigments, ink: Rgb): Pigments {
  const [r, g, b] = ink.map((value) => ABSORBANCE[value]!) as [number, number, number]
  const full = lumaOf(r, g, b)
  return { depth, hue: [r, g, b].map((a) => new Float32Array(hue[0].length).fill(a / full)) as never }
}
