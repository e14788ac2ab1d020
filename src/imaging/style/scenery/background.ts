/**
 * What is behind the subject: blurred or replaced. Does nothing where no subject was found: then nothing in the picture
 * is background.
 */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
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
    const show = (shares: Float32Array): void => {
      for (let i = 0; i < shares.length; i++) shares[i] = 1 - scene.subject[i]!
    }
    // What is mixed with the picture as it was is the whole of it before the new ground: else the old colours of an edge
    // would count as the person's.
    const replaced = { ...canvas, colour: strength < 1 ? canvas.colour.slice() : canvas.colour }
    if (kind === 'blur') mixInPicture(replaced, blurredGround(canvas, scene, radius * scene.unit), show)
    else {
      const first = colours ? hexColour(colours[0]!) : meanBackground(canvas, scene)
      const second = colours?.[1] ? hexColour(colours[1]) : first
      keepOwnColours(replaced, scene)
      if (kind === 'plain') mixInColour(replaced, first, show)
      else mixInColours(replaced, [first, second], paintPattern(kind, scene), show)
    }
    if (strength < 1) mixInPicture(canvas, replaced.colour, (shares) => shares.fill(strength))
  },
)

/** Of the blur beside the subject: a far one would bring colours there that a doubtful edge does not have. */
const BESIDE = 0.22

function blurredGround(canvas: Canvas, scene: Scene, sigma: number): Uint8ClampedArray {
  const colour = blurWithin(canvas, scene.subject, sigma, 'outside')
  const fine = blurWithin(canvas, scene.subject, Math.max(1, sigma * BESIDE), 'outside')
  const near = nearnessOf(scene)
  mixInPicture({ colour }, fine, (shares) => shares.set(near))
  return colour
}

function meanBackground({ colour }: Canvas, { subject }: Scene): Rgb {
  let [r, g, b, total] = [0, 0, 0, 1e-6]
  for (let i = 0; i < subject.length; i++) {
    const weight = 1 - subject[i]!
    r += colour[i * 3]! * weight
    g += colour[i * 3 + 1]! * weight
    b += colour[i * 3 + 2]! * weight
    total += weight
  }
  return [r / total, g / total, b / total]
}
