/** The picture as pigment on paper: how deep it is, and in which colour, as absorbances that add up where washes overlap. */
import { changed, filled, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { type Canvas, lumaOf, type Planes } from '../../pixels/canvas.js'

export interface Pigments {
  /** Absorbance of brightness: 0 is bare paper. */
  readonly depth: Float32Array
  /** Absorbance of red, green and blue per depth: about 1. At half the size, rounded up, because colours run. */
  readonly hue: Planes
}

/** Black paint still reflects this much. */
const DARKEST = 0.035
/** Where there is hardly any pigment, its hue is that of its surroundings. */
const FAINT = 0.02

const ABSORBANCE = Float32Array.from({ length: 256 }, (_, value) => -Math.log(Math.max(DARKEST, value / 255)))

/** `bleed`: how far colours run into each other, in pixels; those behind the subject stay out of it. */
export function pigmentsOf({ width, height, colour }: Canvas, subject: Float32Array, bleed: number): Pigments {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  const depth = new Float32Array(width * height)
  const channels = Array.from({ length: 3 }, () => new Float32Array(halfWidth * halfHeight))
  const [red, green, blue] = channels.map((plane) => changed(plane))
  kernels.absorbColours(colour, subject, width, height, ABSORBANCE, filled(depth), red!, green!, blue!)
  const soft = (plane: Float32Array) => blur(plane, halfWidth, halfHeight, bleed / 2)
  const [r, g, b] = [soft(channels[0]!), soft(channels[1]!), soft(channels[2]!)]
  for (let i = 0; i < r.length; i++) {
    const run = lumaOf(r[i]!, g[i]!, b[i]!) + FAINT
    r[i] = (r[i]! + FAINT) / run
    g[i] = (g[i]! + FAINT) / run
    b[i] = (b[i]! + FAINT) / run
  }
  return { depth, hue: [r, g, b] }
}
