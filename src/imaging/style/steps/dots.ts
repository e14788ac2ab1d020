/**
 * Divided colour: dots of a few pure paints on a light ground. What one dot is off, the dots beside it make up for, so
 * that they mix in the eye to the colours of the picture. On the face dots are smaller and closer to its colours.
 */
import { Type } from 'typebox'
import { hexColour, type Rgb } from '../canvas.js'
import { hashNoise, sequence } from '../noise.js'
import { amount, defineStep, hex, share } from '../step.js'
import { createBristles } from '../strokes/bristles.js'
import { emptyStroke, type Painting, paintWith } from '../strokes/brush.js'
import { lightPaint } from '../strokes/light.js'
import { finestAt } from '../strokes/sizes.js'

const radius = () => amount(0.5, 20)
/** Radii of dots differ by this factor from one pass to the next. */
const RATIO = 1.3
/** Side of the squares within which dots make up for each other, in radii. */
const NEIGHBOURHOOD = 4

export const dots = defineStep(
  {
    /** Radius behind the subject, on it, on its hair, on skin and on eyes and mouth. */
    behind: radius(),
    subject: radius(),
    hair: radius(),
    skin: radius(),
    features: radius(),
    paints: Type.Array(hex(), { minItems: 2, maxItems: 24 }),
    /** 1: only pure paints; 0: the picture's own colours; on skin this share of it. */
    purity: share(),
    skinPurity: share(),
    ground: Type.Optional(hex()),
  },
  (canvas, scene, options) => {
    const { behind = 3.4, subject = 2.6, hair = 1.9, skin = 1.7, features = 1.1 } = options
    const { purity = 0.9, skinPurity = 0.5, ground = '#efe7d3' } = options
    const { width, height } = canvas
    const original = canvas.colour.slice()
    const sizes = finestAt(scene, { behind, subject, hair, skin, features })
    const paints = options.paints.map(hexColour)
    const base = hexColour(ground)
    for (let i = 0; i < original.length; i++) canvas.colour[i] = base[i % 3]! * 0.4 + original[i]! * 0.6
    const painting: Painting = { ...canvas, thickness: new Float32Array(width * height) }
    const shape = { tip: 'round', taper: 0, streaks: 0.1, dry: 0, rim: 0.2, tooth: undefined } as const
    paintWith(painting, createBristles(scene.seed + 33), shape, (draw) => {
      const stroke = emptyStroke()
      const [least, most] = rangeOf(sizes)
      for (let size = most, pass = 0; size > least / RATIO; size /= RATIO, pass++) {
        const random = sequence(scene.seed + 400 + pass)
        const step = size * 1.45
        const side = size * NEIGHBOURHOOD
        const columns = Math.ceil(width / side) + 1
        const owed = new Float32Array(columns * (Math.ceil(height / side) + 1) * 3)
        for (let row = 0; row * step < height; row++) {
          for (let column = 0; column * step < width; column++) {
            const x = (column + 0.5 * (row & 1) + 0.7 * (random() - 0.5)) * step
            const y = (row + 0.7 * (random() - 0.5)) * step
            const i = clampIndex(y, height) * width + clampIndex(x, width)
            if (sizes[i]! > size * 1.001 || sizes[i]! * RATIO <= size) continue
            const at = (Math.floor(Math.max(0, y) / side) * columns + Math.floor(Math.max(0, x) / side)) * 3
            const calm = Math.max(scene.skin[i]!, scene.features[i]!)
            const pure = purity * (1 - calm * (1 - skinPurity))
            const wanted: Rgb = [0, 1, 2].map((c) => original[i * 3 + c]! + owed[at + c]!) as [number, number, number]
            const paint = nearest(paints, wanted)
            const used = paint.map((value, c) => original[i * 3 + c]! + (value - original[i * 3 + c]!) * pure)
            for (let c = 0; c < 3; c++) owed[at + c] = (owed[at + c]! + original[i * 3 + c]! - used[c]!) * 0.9
            stroke.x.set([x, x + 0.3 * size * (hashNoise(row, column, 7) - 0.5)])
            stroke.y.set([y, y + 0.4 * size])
            stroke.count = 2
            stroke.radius = size * (0.85 + 0.25 * random())
            stroke.red = used[0]!
            stroke.green = used[1]!
            stroke.blue = used[2]!
            stroke.opacity = 0.95
            stroke.hairs = column
            draw(stroke)
          }
        }
      }
    })
    lightPaint(painting, scene, { relief: 0.35, onSkin: 0.5, gloss: 0.1 })
  },
)

const clampIndex = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.floor(at)))

function rangeOf(values: Float32Array): [least: number, most: number] {
  let [least, most] = [values[0]!, values[0]!]
  for (let i = 1; i < values.length; i++) {
    if (values[i]! < least) least = values[i]!
    if (values[i]! > most) most = values[i]!
  }
  return [least, most]
}

function nearest(paints: readonly Rgb[], [r, g, b]: Rgb): Rgb {
  let best = paints[0]!
  let least = Number.POSITIVE_INFINITY
  for (const paint of paints) {
    const [dr, dg, db] = [paint[0] - r, paint[1] - g, paint[2] - b]
    const distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db
    if (distance < least) {
      least = distance
      best = paint
    }
  }
  return best
}
