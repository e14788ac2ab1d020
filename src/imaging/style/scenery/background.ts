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
      for (let i = 0; i < shares.length; i++) shares[i] = (1 - scene.subject[i]!) * strength
    }
    if (kind === 'blur') {
      mixInPicture(canvas, blurWithin(canvas, scene.subject, radius * scene.unit, 'outside'), show)
      return
    }
    keepOwnColours(canvas, scene, strength)
    const first = colours ? hexColour(colours[0]!) : meanBackground(canvas, scene)
    const second = colours?.[1] ? hexColour(colours[1]) : first
    if (kind === 'plain') mixInColour(canvas, first, show)
    else mixInColours(canvas, [first, second], paintPattern(kind, scene), show)
  },
)

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
