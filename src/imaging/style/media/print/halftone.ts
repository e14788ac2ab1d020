/** Printed dots: one ink on paper, or the four inks of colour printing, each on a screen with its own angle. */
import { Type } from 'typebox'
import { changed, hold, kernels } from '../../../kernels/room.js'
import { eachChannel, hexColour, type Rgb } from '../../pixels/canvas.js'
import { amount, defineStep, hex, share } from '../../step.js'
import { crampedBy, spacingOf } from './spacing.js'

export const halftone = defineStep(
  {
    inks: Type.Enum(['one', 'four']),
    pitch: amount(2, 40),
    angle: amount(-180, 180),
    colour: Type.Optional(hex()),
    paper: Type.Optional(hex()),
    mix: share(),
    /** How much of the dots is left on eyes and mouth. */
    features: share(),
    /** And on the person, before a ground that has all of them. */
    subject: share(),
    contrast: amount(0.5, 3),
  },
  ({ width, height, colour }, scene, options) => {
    const { inks: kind, pitch = 8, angle = 45, mix = 1, features = 1, subject = 1, contrast = 1 } = options
    const spacing = spacingOf(scene, pitch, 2.5)
    const sheet = hexColour(options.paper ?? '#ffffff')
    // On what is quite black no ink would show.
    const paper = eachChannel((channel) => Math.max(1, sheet[channel]))
    const inks = kind === 'one' ? [oneInk(hexColour(options.colour ?? '#111111'), paper, angle)] : INKS
    const screens = Float32Array.from(inks.flatMap((ink) => screenOf(ink, spacing)))
    const print = kind === 'one' ? kernels.printOne : kernels.printFour
    const shares = new Float32Array(width)
    const cramped = CRAMPED * crampedBy(spacing, scene)
    // In a crowd all is subject, and of that only faces would be lost in dots.
    const calm = scene.hasSubject ? scene.subject : scene.skin
    hold({ screens, paper: Float32Array.from(paper) }, (held) => {
      for (let y = 0; y < height; y++) {
        const from = y * width
        for (let x = 0; x < width; x++) {
          const onFeatures = 1 - scene.features[from + x]! * (1 - features * (1 - cramped))
          shares[x] = mix * onFeatures * (1 - calm[from + x]! * (1 - subject))
        }
        const row = changed(colour.subarray(y * width * 3, (y + 1) * width * 3))
        print(row, shares, width, y, held.screens, 0.75 / spacing, contrast, held.paper)
      }
    })
  },
)

/** So much less of the dots is on features of small faces: there they would be as large as eyes. */
const CRAMPED = 0.8

interface Ink {
  /** How much of each light it lets through. */
  readonly light: Rgb
  readonly angle: number
}

const INKS: readonly Ink[] = [
  { light: [0, 0.68, 0.94], angle: 15 },
  { light: [0.93, 0.05, 0.55], angle: 75 },
  { light: [1, 0.94, 0], angle: 0 },
  { light: [0.1, 0.1, 0.12], angle: 45 },
]

/** An ink that looks like the pen on this paper. */
const oneInk = (pen: Rgb, paper: Rgb, angle: number): Ink => ({
  light: eachChannel((channel) => pen[channel] / paper[channel]),
  angle,
})

/** What the kernels need to know of an ink. */
function screenOf({ light, angle }: Ink, spacing: number): number[] {
  const turn = (angle * Math.PI) / 180
  return [Math.cos(turn) / spacing, Math.sin(turn) / spacing, ...light.map((value) => 1 - value)]
}
