/**
 * Divided colour: dots of a few pure paints on a light ground. What one dot is off, the dots beside it make up for, so
 * that they mix in the eye to the colours of the picture. On the face dots are smaller and closer to its colours.
 */
import { Type } from 'typebox'
import { clamp } from '../../../raster/clamp.js'
import type { Size } from '../../../raster/picture.js'
import { mixInColour } from '../../pixels/blend.js'
import { type Canvas, hexColour, lumaOf, lumaPlane, type Rgb, rangeOf } from '../../pixels/canvas.js'
import { hashNoise, sequence } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { defineStep, hex } from '../../step.js'
import { createBristles } from './bristles.js'
import { emptyStroke, type Painting, paintWith, type Stroke } from './brush.js'
import { refineOnDetails } from './details.js'
import { featuresOf } from './features.js'
import { lightPaint } from './light.js'
import { shuffled } from './plan.js'
import { finestAt } from './sizes.js'
import { softened } from './softened.js'

/** Radii behind the subject, on it, on its hair, on skin and on eyes and mouth. */
const RADII = { behind: 5.2, subject: 4.6, hair: 3.4, skin: 4, features: 1.6 }
/** Radii of dots differ by this factor from one pass to the next. */
const RATIO = 1.3
/** Distance of two dots, and how far they are off their places, in radii. */
const [APART, ASTRAY] = [1.75, 0.9]
/** Side of the squares within which dots make up for each other, in radii. */
const NEIGHBOURHOOD = 4
/** What is finer than this is beyond a dot. */
const SOFTNESS = 2

/** How far from the colour that is wanted a dot may be chosen: even a black suit is of many colours. */
const OTHER = { anywhere: 150, onFaces: 160 }
/** How pure paints are, rather than mixed with the colour that is wanted. */
const PURITY = { anywhere: 0.85, onFaces: 0.72 }
/** How much of the difference in brightness is taken from a dot: dark ones in a sky would be specks, and blemishes on a face. */
const ALIKE = { anywhere: 0.6, onFaces: 0.78 }
/** How far dots of one paint are apart in brightness, as no two are as thick: plain cloth and skies would have none. */
const UNEVEN = { anywhere: 0.2, onFaces: 0.08 }

/** What it is where `calm` is between 0 and 1, the share of a face. */
const on = ({ anywhere, onFaces }: typeof OTHER, calm: number): number => anywhere + (onFaces - anywhere) * calm

/** How much of eyes and mouth is seen between the dots. */
const FEATURES = 0.55

/** How much of it is seen between the dots where the picture is white: on a black suit it would be chain mail. */
const [GROUND, BARE] = [hexColour('#efe7d3'), 0.25]

export const dots = defineStep(
  { paints: Type.Array(hex(), { minItems: 2, maxItems: 24 }) },
  (canvas, scene, options) => {
    const { width, height, colour } = canvas
    const paintFeatures = featuresOf(canvas, scene, FEATURES)
    const sizes = finestAt(scene, RADII)
    refineOnDetails(sizes, canvas, scene)
    colour.set(softened(canvas, scene, SOFTNESS * scene.unit))
    const wanted = colour.slice()
    const luma = lumaPlane(wanted)
    mixInColour(canvas, GROUND, (shares) => {
      for (let i = 0; i < shares.length; i++) shares[i] = BARE * luma[i]!
    })
    const painting: Painting = { ...canvas, thickness: new Float32Array(width * height) }
    const shape = { tip: 'round', taper: 0, streaks: 0.1, dry: 0, rim: 0.2 } as const
    const paints = options.paints.map(hexColour)
    paintWith(painting, createBristles(scene.seed + 33), shape, (draw) => {
      const [least, most] = rangeOf(sizes)
      for (let size = most, seed = scene.seed + 400; size > least / RATIO; size /= RATIO, seed += 5)
        setDots({ size, seed, sizes }, { ...canvas, colour: wanted }, scene, paints, draw)
    })
    lightPaint(painting, scene, { relief: 0.35, onSkin: 0.5, gloss: 0.1, ridges: 0 })
    paintFeatures(canvas)
  },
)

interface Pass {
  readonly size: number
  readonly seed: number
  /** Of the dots that are wanted, at every pixel. */
  readonly sizes: Float32Array
}

/** Pixels in rows and columns, each a little off its place. */
function placesOf({ size, seed, sizes }: Pass, { width, height }: Size): number[] {
  const apart = size * APART
  const places: number[] = []
  for (let row = 0; row * apart < height; row++) {
    for (let column = 0; column * apart < width; column++) {
      const [right, down] = [hashNoise(column, row, seed) - 0.5, hashNoise(column, row, seed + 1) - 0.5]
      const x = clamp((column + 0.25 + 0.5 * (row & 1)) * apart + right * ASTRAY * size, 0, width - 1)
      const y = clamp((row + 0.5) * apart + down * ASTRAY * size, 0, height - 1)
      const at = Math.floor(y) * width + Math.floor(x)
      if (sizes[at]! <= size * 1.001 && sizes[at]! * RATIO > size) places.push(at)
    }
  }
  return places
}

const dot = Object.assign(emptyStroke(), { count: 2 })

/** All of one size. Row by row, every dot would lie on the one above it, as scales do. */
function setDots(pass: Pass, wanted: Canvas, scene: Scene, paints: readonly Rgb[], draw: (dot: Stroke) => void): void {
  const side = pass.size * NEIGHBOURHOOD
  const columns = Math.ceil(wanted.width / side)
  /** What dots of a neighbourhood have left to others, in red, green and blue. */
  const owed = new Float32Array(columns * Math.ceil(wanted.height / side) * 3)
  for (const i of shuffled(placesOf(pass, wanted), sequence(pass.seed))) {
    const [x, y] = [i % wanted.width, Math.floor(i / wanted.width)]
    const at = (Math.floor(y / side) * columns + Math.floor(x / side)) * 3
    mixDot(i, pass, wanted.colour, scene, paints, owed, at)
    dot.x[0] = x
    dot.x[1] = x + 0.1
    dot.y[0] = dot.y[1] = y
    draw(dot)
  }
}

function mixDot(
  i: number,
  { size, seed }: Pass,
  colour: Canvas['colour'],
  { skin, features }: Scene,
  paints: readonly Rgb[],
  owed: Float32Array,
  at: number,
): void {
  const calm = Math.max(skin[i]!, features[i]!)
  const [r, g, b] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
  const redder = (hashNoise(i, 2, seed) - 0.5) * on(OTHER, calm)
  const bluer = (hashNoise(i, 3, seed) - 0.5) * on(OTHER, calm)
  const paint = nearest(paints, r + owed[at]! + redder, g + owed[at + 1]!, b + owed[at + 2]! + bluer)
  const lighter = (lumaOf(r, g, b) - lumaOf(paint[0], paint[1], paint[2])) * on(ALIKE, calm)
  const thick = 1 + (hashNoise(i, 5, seed) - 0.5) * on(UNEVEN, calm)
  const pure = on(PURITY, calm)
  dot.red = (r + (paint[0] + lighter - r) * pure) * thick
  dot.green = (g + (paint[1] + lighter - g) * pure) * thick
  dot.blue = (b + (paint[2] + lighter - b) * pure) * thick
  owed[at] = (owed[at]! + r - dot.red) * 0.9
  owed[at + 1] = (owed[at + 1]! + g - dot.green) * 0.9
  owed[at + 2] = (owed[at + 2]! + b - dot.blue) * 0.9
  dot.radius = size * (0.8 + 0.25 * hashNoise(i, 4, seed))
  dot.hairs = i & 0xffff
}

function nearest(paints: readonly Rgb[], r: number, g: number, b: number): Rgb {
  let best = paints[0]!
  let least = Number.POSITIVE_INFINITY
  for (const paint of paints) {
    const [dr, dg, db] = [paint[0] - r, paint[1] - g, paint[2] - b]
    const distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db
    if (distance >= least) continue
    least = distance
    best = paint
  }
  return best
}
