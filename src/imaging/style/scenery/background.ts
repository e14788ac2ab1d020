/**
 * What is behind the subject: blurred or replaced. Does nothing where no subject was found: then nothing in the picture
 * is background.
 */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { oncePer } from '../once-per.js'
import { mixInColour, mixInColours, mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import { type Canvas, hexColour, type Rgb } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { nearnessOf } from '../sitter/nearness.js'
import { amount, defineStep, hex, share } from '../step.js'
import { paintPattern } from './backdrop.js'

export const background = defineStep(
  {
    kind: Type.Enum(['blur', 'plain', 'gradient', 'cloud', 'rays', 'halo', 'stars', 'blinds']),
    /** One colour, or two: top and bottom, or centre and edge. Default: the background's mean colour. */
    colours: Type.Optional(Type.Array(hex(), { minItems: 1, maxItems: 2 })),
    amount: share(),
    /** Sigma of the blur. */
    radius: amount(1, 120),
  },
  (canvas, scene, { kind, colours, amount: strength = 1, radius = 24 }) => {
    if (!scene.hasSubject) return
    const ground = groundOf(scene)
    if (kind === 'blur') {
      const blurred = blurredGround(canvas, scene, radius * scene.unit)
      mixInPicture(canvas, blurred, (shares) => {
        for (let i = 0; i < shares.length; i++) shares[i] = ground[i]! * strength
      })
      return
    }
    // What is mixed with the picture as it was is the whole of it before the new ground: else the old colours of an edge
    // would count as the person's.
    const replaced = { ...canvas, colour: strength < 1 ? canvas.colour.slice() : canvas.colour }
    const show = (shares: Float32Array): void => shares.set(ground)
    const first = colours ? hexColour(colours[0]!) : meanBackground(canvas, ground)
    const second = colours?.[1] ? hexColour(colours[1]) : first
    keepOwnColours(replaced, scene)
    if (kind === 'plain') mixInColour(replaced, first, show)
    else mixInColours(replaced, [first, second], paintPattern(kind, scene), show)
    if (strength < 1) mixInPicture(canvas, replaced.colour, (shares) => shares.fill(strength))
  },
)

/** How much of each pixel is not the subject's. */
const groundOf = oncePer(({ subject }: Scene): Float32Array => subject.map((share) => 1 - share))

/** Of the blur beside the subject: a far one would bring colours there that a doubtful edge does not have. */
const BESIDE = 0.22

function blurredGround(canvas: Canvas, scene: Scene, sigma: number): Uint8ClampedArray {
  const colour = blurWithin(canvas, scene.subject, sigma, 'outside')
  const fine = blurWithin(canvas, scene.subject, Math.max(1, sigma * BESIDE), 'outside')
  const near = nearnessOf(scene)
  mixInPicture({ colour }, fine, (shares) => shares.set(near))
  return colour
}

/** Of so many pixels one is enough for a mean. */
const SAMPLED = 7

function meanBackground({ colour }: Canvas, ground: Float32Array): Rgb {
  let [r, g, b, total] = [0, 0, 0, 1e-6]
  for (let i = 0; i < ground.length; i += SAMPLED) {
    const weight = ground[i]!
    r += colour[i * 3]! * weight
    g += colour[i * 3 + 1]! * weight
    b += colour[i * 3 + 2]! * weight
    total += weight
  }
  return [r / total, g / total, b / total]
}
