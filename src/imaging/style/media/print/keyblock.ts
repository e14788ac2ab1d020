/**
 * The drawing of a print: eyes, brows, nose and lips as clean lines from the mesh, and a firm line around the person.
 * Unlike lines that are found in the photo they never draw wrinkles.
 */
import { Type } from 'typebox'
import { hexColour } from '../../pixels/canvas.js'
import { coverOf, coverPolygon, coverStroke, paintCover } from '../../pixels/cover.js'
import { outlineOf } from '../../sitter/face-outline.js'
import { paintEyes } from '../../sitter/paint-eye.js'
import { amount, defineStep, hex, share } from '../../step.js'
import { contoursOf, silhouetteOf } from './contours.js'

export const keyblock = defineStep(
  {
    colour: hex(),
    /** Of the lines on the face, relative to what is usual. */
    weight: amount(0, 4),
    /** Width of the line around the person. */
    outline: amount(0, 12),
    /** Of the lips, and how opaque. */
    lips: Type.Optional(hex()),
    lipsOpacity: share(),
    /** Ink of the whites of the eyes, where the print has only a few; irises are then in the colour of the lines. */
    eyes: Type.Optional(hex()),
  },
  (canvas, scene, { colour, weight = 1, outline = 2.5, lips, lipsOpacity = 0.45, eyes: white }) => {
    const ink = hexColour(colour)
    const inks = white === undefined ? undefined : { white: hexColour(white), iris: ink }
    if (outline > 0) paintCover(canvas, coverOf(silhouetteOf(scene, outline * scene.unit), scene), ink)
    for (const face of scene.faces) {
      const { brows, eyes, upperLip, lowerLip } = outlineOf(face)
      for (const brow of brows) paintCover(canvas, coverPolygon(brow, canvas), ink, 0.82)
      for (const lip of lips ? [upperLip, lowerLip] : [])
        paintCover(canvas, coverPolygon(lip, canvas), hexColour(lips!), lipsOpacity)
      for (const { part, points, width } of contoursOf(face)) {
        if (part === 'eye' || part === 'brow') continue
        const thickness = width * weight * scene.faceHeight
        const swelling = (t: number): number => Math.max(0.8, thickness * (0.35 + 2.6 * t * (1 - t)))
        paintCover(canvas, coverStroke(points, canvas, swelling), ink, part === 'jaw' ? 0.7 : 1)
      }
      paintEyes(canvas, scene, eyes, { lash: ink, line: 0.09 + 0.03 * weight, inks })
    }
  },
)
