/**
 * Divided colour: dots of a few pure paints on a light ground. What one dot is off, the dots beside it make up for, so
 * that they mix in the eye to the colours of the picture. On the face dots are smaller and closer to its colours.
 */
import { Type } from 'typebox'
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
      for (let size = most, nth = 0; size > least / RATIO; size /= RATIO, nth++) {
        const pass = beginPass(scene, size, scene.seed + 400 + 5 * nth)
        // Row by row, every dot would lie on the one above it, as scales do.
        for (const place of shuffled(placesOf(pass, sizes, scene), sequence(pass.seed)))
          setDot(place, pass, { ...canvas, colour: wanted }, scene, paints, draw)
      }
    })
    lightPaint(painting, scene, { relief: 0.35, onSkin: 0.5, gloss: 0.1, ridges: 0 })
    paintFeatures(canvas)
  },
)

/** All dots of one size, in rows and columns. */
function beginPass({ width, height }: Size, size: number, seed: number) {
  const [apart, side] = [size * APART, size * NEIGHBOURHOOD]
  const [across, down] = [Math.ceil(width / apart), Math.ceil(height / apart)]
  const columns = Math.ceil(width / side) + 1
  /** What dots of a neighbourhood have left to others, in red, green and blue. */
  const owed = new Float32Array(columns * (Math.ceil(height / side) + 1) * 3)
  return { size, seed, apart, across, down, side, columns, owed }
}

type Pass = ReturnType<typeof beginPass>

const xOf = (place: number, { across, apart, seed }: Pass): number => {
  const [column, row] = [place % across, Math.floor(place / across)]
  return (column + 0.25 + 0.5 * (row & 1) + strayOf(column, row, seed)) * apart
}
const yOf = (place: number, { across, apart, seed }: Pass): number => {
  const row = Math.floor(place / across)
  return (row + 0.5 + strayOf(place % across, row, seed + 1)) * apart
}
const strayOf = (column: number, row: number, seed: number): number =>
  (hashNoise(column, row, seed) - 0.5) * (ASTRAY / APART)

const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.floor(at)))
const pixelAt = (x: number, y: number, { width, height }: Size): number => within(y, height) * width + within(x, width)

/** Where dots of this size are wanted. */
function placesOf(pass: Pass, sizes: Float32Array, picture: Size): Int32Array {
  const places = new Int32Array(pass.across * pass.down)
  let count = 0
  for (let place = 0; place < places.length; place++) {
    const size = sizes[pixelAt(xOf(place, pass), yOf(place, pass), picture)]!
    if (size <= pass.size * 1.001 && size * RATIO > pass.size) places[count++] = place
  }
  return places.subarray(0, count)
}

/** What it is where `calm` is between 0 and 1, the share of a face. */
const on = ({ anywhere, onFaces }: typeof OTHER, calm: number): number => anywhere + (onFaces - anywhere) * calm

const dot = Object.assign(emptyStroke(), { count: 2 })

function setDot(
  place: number,
  pass: Pass,
  wanted: Canvas,
  { skin, features }: Scene,
  paints: readonly Rgb[],
  draw: (dot: Stroke) => void,
): void {
  const { size, seed, side, columns, owed } = pass
  const [x, y] = [xOf(place, pass), yOf(place, pass)]
  const i = pixelAt(x, y, wanted)
  const at = (Math.floor(Math.max(0, y) / side) * columns + Math.floor(Math.max(0, x) / side)) * 3
  const calm = Math.max(skin[i]!, features[i]!)
  const [r, g, b] = [wanted.colour[i * 3]!, wanted.colour[i * 3 + 1]!, wanted.colour[i * 3 + 2]!]
  const chance = (salt: number): number => hashNoise(place, salt, seed) - 0.5
  const far = on(OTHER, calm)
  const [redder, bluer] = [chance(2) * far, chance(3) * far]
  const paint = nearest(paints, r + owed[at]! + redder, g + owed[at + 1]!, b + owed[at + 2]! + bluer)
  const pure = on(PURITY, calm)
  const lighter = (lumaOf(r, g, b) - lumaOf(paint[0], paint[1], paint[2])) * on(ALIKE, calm)
  const thick = 1 + chance(5) * on(UNEVEN, calm)
  dot.red = (r + (paint[0] + lighter - r) * pure) * thick
  dot.green = (g + (paint[1] + lighter - g) * pure) * thick
  dot.blue = (b + (paint[2] + lighter - b) * pure) * thick
  owed[at] = (owed[at]! + r - dot.red) * 0.9
  owed[at + 1] = (owed[at + 1]! + g - dot.green) * 0.9
  owed[at + 2] = (owed[at + 2]! + b - dot.blue) * 0.9
  dot.x[0] = x
  dot.x[1] = x + 0.1
  dot.y[0] = dot.y[1] = y
  dot.radius = size * (0.925 + 0.25 * chance(4))
  dot.hairs = place & 0xffff
  draw(dot)
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
