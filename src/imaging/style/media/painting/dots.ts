/**
 * Divided colour: dots of a few pure paints on a light ground. What one dot is off, the dots beside it make up for, so
 * that they mix in the eye to the colours of the picture. On the face dots are smaller and closer to its colours.
 */
import { Type } from 'typebox'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, lumaOf, type Rgb, rangeOf } from '../../pixels/canvas.js'
import { hashNoise, sequence } from '../../pixels/noise.js'
import { defineStep, hex, share } from '../../step.js'
import { createBristles } from './bristles.js'
import { emptyStroke, type Painting, paintWith } from './brush.js'
import { refineOnDetails } from './details.js'
import { featuresOf } from './features.js'
import { lightPaint } from './light.js'
import { shuffled } from './plan.js'
import { finestAt } from './sizes.js'

/** Radii behind the subject, on it, on its hair, on skin and on eyes and mouth. */
const RADII = { behind: 4.4, subject: 3.8, hair: 2.8, skin: 4.2, features: 1.5 }
/** Radii of dots differ by this factor from one pass to the next. */
const RATIO = 1.3
/** Side of the squares within which dots make up for each other, in radii. */
const NEIGHBOURHOOD = 4

/** How far from the colour that is wanted a dot may be chosen: even a black suit is of many colours. */
const OTHER = { anywhere: 50, onFaces: 150 }
/** How much of the difference in brightness is taken from a dot on a face. */
const ALIKE = 0.92

/** How much of eyes and mouth is seen between the dots. */
const FEATURES = 0.5

const GROUND = hexColour('#efe7d3')

export const dots = defineStep(
  {
    paints: Type.Array(hex(), { minItems: 2, maxItems: 24 }),
    /** 1: only pure paints; 0: the picture's own colours; on skin this share of it. */
    purity: share(),
    skinPurity: share(),
  },
  (canvas, scene, { purity = 0.9, skinPurity = 0.5, ...options }) => {
    const { width, height } = canvas
    const original = canvas.colour.slice()
    const paintFeatures = featuresOf(canvas, scene, FEATURES)
    const sizes = finestAt(scene, RADII)
    refineOnDetails(sizes, canvas, scene)
    const paints = options.paints.map(hexColour)
    mixInColour(canvas, GROUND, (shares) => shares.fill(0.12))
    const painting: Painting = { ...canvas, thickness: new Float32Array(width * height) }
    const shape = { tip: 'round', taper: 0, streaks: 0.1, dry: 0, rim: 0.2 } as const
    paintWith(painting, createBristles(scene.seed + 33), shape, (draw) => {
      const stroke = emptyStroke()
      stroke.count = 2
      stroke.opacity = 0.95
      const [least, most] = rangeOf(sizes)
      for (let size = most, pass = 0; size > least / RATIO; size /= RATIO, pass++) {
        const seed = scene.seed + 400 + 3 * pass
        const step = size * 1.6
        const side = size * NEIGHBOURHOOD
        const columns = Math.ceil(width / side) + 1
        const owed = new Float32Array(columns * (Math.ceil(height / side) + 1) * 3)
        const across = Math.ceil(width / step)
        const places = Array.from({ length: across * Math.ceil(height / step) }, (_, place) => place)
        // Row by row, every dot would lie on the one above it, as scales do.
        for (const place of shuffled(places, sequence(seed))) {
          const [column, row] = [place % across, Math.floor(place / across)]
          const x = (column + 0.5 * (row & 1) + 0.6 * (hashNoise(column, row, seed) - 0.5)) * step
          const y = (row + 0.6 * (hashNoise(column, row, seed + 1) - 0.5)) * step
          const i = clampIndex(y, height) * width + clampIndex(x, width)
          if (!isFor(sizes[i]!, size)) continue
          const at = (Math.floor(Math.max(0, y) / side) * columns + Math.floor(Math.max(0, x) / side)) * 3
          const calm = Math.max(scene.skin[i]!, scene.features[i]!)
          const pure = purity * (1 - calm * (1 - skinPurity))
          const [r, g, b] = [original[i * 3]!, original[i * 3 + 1]!, original[i * 3 + 2]!]
          const far = OTHER.anywhere + (OTHER.onFaces - OTHER.anywhere) * calm
          const other = (salt: number): number => (hashNoise(column, row, seed + salt) - 0.5) * far
          const paint = nearest(paints, r + owed[at]! + other(3), g + owed[at + 1]!, b + owed[at + 2]! + other(4))
          // Light and dark spots on a face would be taken for blemishes: there dots differ in hue.
          const lighter = calm * (lumaOf(r, g, b) - lumaOf(...paint)) * ALIKE
          stroke.red = r + (paint[0] + lighter - r) * pure
          stroke.green = g + (paint[1] + lighter - g) * pure
          stroke.blue = b + (paint[2] + lighter - b) * pure
          owed[at] = (owed[at]! + r - stroke.red) * 0.9
          owed[at + 1] = (owed[at + 1]! + g - stroke.green) * 0.9
          owed[at + 2] = (owed[at + 2]! + b - stroke.blue) * 0.9
          stroke.x[0] = x
          stroke.y[0] = stroke.y[1] = y
          stroke.x[1] = x + 0.1
          stroke.radius = size * (0.85 + 0.25 * hashNoise(column, row, seed + 2))
          stroke.hairs = place
          draw(stroke)
        }
      }
    })
    lightPaint(painting, scene, { relief: 0.35, onSkin: 0.5, gloss: 0.1, ridges: 0 })
    paintFeatures(canvas)
  },
)

const clampIndex = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.floor(at)))

/** Whether dots of this size are set where they should have that one. */
const isFor = (wanted: number, size: number): boolean => wanted <= size * 1.001 && wanted * RATIO > size

function nearest(paints: readonly Rgb[], r: number, g: number, b: number): Rgb {
  let best = paints[0]!
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < paints.length; k++) {
    const paint = paints[k]!
    const dr = paint[0] - r
    const dg = paint[1] - g
    const db = paint[2] - b
    const distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db
    if (distance < least) {
      least = distance
      best = paint
    }
  }
  return best
}
