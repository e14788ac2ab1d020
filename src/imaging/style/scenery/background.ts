/**
 * What is behind the subject: blurred or replaced. Where no subject was found nothing in the picture is background, unless it
 * is sky, and the recipe paints that.
 */
import { Type } from 'typebox'
import { bytes, changed, floats, hold, kernels, type Region } from '../../kernels/room.js'
import { keepOwnColours } from '../finish/own-colours.js'
import { mixInColour, mixInColours, mixInPicture } from '../pixels/blend.js'
import { type Canvas, hexColour, type Rgb } from '../pixels/canvas.js'
import { onCells } from '../pixels/cell-grid.js'
import type { Scene } from '../scene.js'
import { findNearness } from '../sitter/nearness.js'
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
    if (kind === 'blur') {
      blurGround(canvas, scene, radius * scene.unit, strength)
      return
    }
    const ground = groundOf(scene)
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

/** How much of each pixel is not the subject's. */
function groundOf({ subject }: Scene, most = 1): Float32Array {
  const ground = new Float32Array(subject.length).fill(most)
  kernels.multiplyByRest(changed(ground), subject, ground.length)
  return ground
}

/** Of the blur beside the subject: a far one would bring colours there that a doubtful edge does not have. */
const BESIDE = 0.22

function blurGround(canvas: Canvas, scene: Scene, sigma: number, strength: number): void {
  const { width, height, colour } = canvas
  const { length } = scene.subject
  const planes = { ground: groundOf(scene, strength), subject: scene.subject, near: floats(length) }
  hold({ picture: changed(colour), blurred: bytes(colour.length), ...planes }, (held) => {
    findNearness(scene, held.subject, held.near)
    const blurOnto = (sigma: number, rowOfShares: (y: number) => Region): void =>
      onCells(canvas, sigma, {
        gather: (cells, cell, columns) =>
          kernels.gatherPart(held.picture, held.subject, 1, width, height, cell, columns, cells),
        readRow: (y, between) => kernels.sampleCells(...between, rowOfShares(y), 0, held.blurred.at(y * width * 3)),
      })
    blurOnto(sigma, () => null)
    blurOnto(Math.max(1, sigma * BESIDE), (y) => held.near.at(y * width))
    kernels.mixPicture(held.picture, held.blurred, held.ground, length)
  })
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
