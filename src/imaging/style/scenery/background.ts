/**
 * What is behind the subject: blurred or replaced. Where no subject was found nothing in the picture is background, unless it
 * is sky, and the recipe paints that.
 */
import { Type } from 'typebox'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInColour, mixInColours, mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import { type Canvas, hexColour, type Rgb } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, flag, hex, share } from '../step.js'
import { paintPattern } from './backdrop.js'
import { belowHeads } from './below-heads.js'
import { beforeSky } from './sky.js'

export const background = defineStep(
  {
    kind: Type.Enum(['blur', 'plain', 'gradient', 'cloud', 'rays', 'halo', 'stars', 'blinds']),
    /** One colour, or two: top and bottom, or centre and edge. Default: the background's mean colour. */
    colours: Type.Optional(Type.Array(hex(), { minItems: 1, maxItems: 2 })),
    amount: share(),
    /** Sigma of the blur. */
    radius: amount(1, 120),
    /** Whether the sky, or what is above all heads, is background where no subject was found. */
    sky: flag(),
  },
  (canvas, given, { kind, colours, amount: strength = 1, radius = 24, sky }) => {
    const scene = sky ? withGround(given) : given
    if (!scene.hasSubject) return
    const ground = scene.subject.map((share) => 1 - share)
    if (kind === 'blur') {
      const blurred = blurWithin(canvas, ground, radius * scene.unit)
      mixInPicture(canvas, blurred, (shares) => shares.set(ground.map((share) => share * strength)))
      return
    }
    // What is mixed with the picture as it was is the whole of it before the new ground: else the old colours of an edge
    // would count as the person's.
    const replaced = { ...canvas, colour: strength < 1 ? canvas.colour.slice() : canvas.colour }
    const show = (shares: Float32Array): void => shares.set(ground)
    const first = colours ? hexColour(colours[0]!) : meanBackground(canvas, ground)
    const second = colours?.[1] ? hexColour(colours[1]) : first
    if (given.hasSubject) keepOwnColours(replaced, scene)
    if (kind === 'plain') mixInColour(replaced, first, show)
    else mixInColours(replaced, [first, second], paintPattern(kind, scene), show)
    if (strength < 1) mixInPicture(canvas, replaced.colour, (shares) => shares.fill(strength))
  },
)

const withGround = (scene: Scene): Scene =>
  scene.hasSubject || scene.faces.length === 0
    ? beforeSky(scene)
    : { ...scene, subject: belowHeads(scene), hasSubject: true }

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
