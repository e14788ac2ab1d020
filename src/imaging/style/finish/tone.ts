/**
 * Every sitter keeps their skin tone: on skin (and, more gently, on hair) the picture's coarse brightness is brought
 * back to that of the photo, while strokes stay. Darkening multiplies, like a wash on paper, so that lines stay
 * visible.
 */
import { Type } from 'typebox'
import { changed, hold, kernels } from '../../kernels/room.js'
import { onCells } from '../pixels/cell-grid.js'
import { amount, defineStep, share } from '../step.js'

export const tone = defineStep(
  {
    skin: share(),
    hair: share(),
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for all skin tones. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** What counts as coarse, relative to the height of the face. */
    scale: amount(0.005, 0.3),
  },
  (canvas, scene, { skin = 0.85, hair = 0.4, range: [dark, light] = [0, 1], scale = 0.06 }) => {
    if (scene.faceHeight === 0) return
    const { width, height, colour } = canvas
    const weights = new Float32Array(width * height)
    kernels.largestOf(changed(scene.skin, weights), scene.hair, weights.length, skin, hair)
    hold({ weights, colour: changed(colour) }, (held) => {
      // Means count what has weight alone: skin before a new bright wall would be darkened otherwise.
      onCells(canvas, Math.max(1.5, scene.faceHeight * scale), {
        gather: (cells, cell, columns) =>
          kernels.gatherTones(held.colour, scene.luma, held.weights, width, height, cell, columns, cells),
        readRow: (y, between) => {
          const row = held.colour.at(y * width * 3)
          kernels.bringTones(...between, held.weights.at(y * width), dark, light - dark, row)
        },
      })
    })
  },
)
