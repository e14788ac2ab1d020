/**
 * Every sitter keeps their skin tone: on skin (and, more gently, on hair) the picture's coarse brightness is brought
 * back to that of the photo, while strokes stay. Darkening multiplies, like a wash on paper, so that lines stay
 * visible.
 */
import { Type } from 'typebox'
import { bytesAt, floatsAt } from '../../kernels/memory.js'
import { bringTones, gatherTones, largestOf } from '../../kernels/tone.js'
import type { Canvas } from '../pixels/canvas.js'
import { cellGrid } from '../pixels/cell-grid.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const tone = defineStep(
  {
    skin: share(),
    hair: share(),
    /** Everywhere on the subject. */
    subject: share(),
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for all skin tones. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** What counts as coarse, relative to the height of the face. */
    scale: amount(0.005, 0.3),
  },
  (canvas, scene, { skin = 0.85, hair = 0.4, subject = 0, range, scale = 0.06 }) => {
    if (scene.faceHeight === 0) return
    const sigma = Math.max(1.5, scene.faceHeight * scale)
    bringBack(canvas, scene, sigma, { skin, hair, subject, range: range ?? [0, 1] })
  },
)

interface Tones {
  readonly skin: number
  readonly hair: number
  readonly subject: number
  readonly range: readonly [number, number]
}

/** Means count what has weight alone: skin before a new bright wall would be darkened otherwise. */
function bringBack(canvas: Canvas, scene: Scene, sigma: number, { skin, hair, subject, range }: Tones): void {
  const { width, height, colour } = canvas
  const area = width * height
  const { columns, cell, at, blur, rowsAt } = cellGrid(canvas, sigma, {
    colour: area * 3,
    luma: area * 4,
    weights: area * 4,
    hair: area * 4,
    subject: area * 4,
  })
  bytesAt(at.colour, area * 3).set(colour)
  floatsAt(at.luma, area).set(scene.luma)
  floatsAt(at.weights, area).set(scene.skin)
  floatsAt(at.hair, area).set(scene.hair)
  floatsAt(at.subject, area).set(scene.subject)
  largestOf(at.weights, at.hair, at.subject, area, skin, hair, subject)
  gatherTones(at.colour, at.luma, at.weights, width, height, cell, columns, at.cells)
  blur()
  const [dark, light] = range
  for (let y = 0; y < height; y++) {
    const { top, bottom, part } = rowsAt(y)
    const weights = at.weights + y * width * 4
    const row = at.colour + y * width * 3
    bringTones(top, bottom, part, columns, at.low, at.parts, width, at.line, weights, dark, light - dark, row)
  }
  colour.set(bytesAt(at.colour, area * 3))
}
