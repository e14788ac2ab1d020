/**
 * A comic's ink: lines wherever the picture is darker than what is around it, by the same share on every skin, black where
 * it is nearly black, and a closed outline around the figure.
 */
import { Type } from 'typebox'
import { blur } from '../../../raster/blur.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, smoothstep } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import { fillPolygon, scalePolygon } from '../../pixels/polygon.js'
import { figureUnit, type Scene } from '../../scene.js'
import { BROW_OUTLINES, EYE_OUTLINES, MOUSTACHE_OUTLINE, pointsOf } from '../../sitter/face-parts.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, hex, share } from '../../step.js'

/** So dark skin and dark cloth have lines, and noise in black has none. */
const DARKEST = 0.07
/** Shorter lines are crumbs, on the figure and on bare skin, in heights of the face. */
const SPECK = { figure: 0.07 }
/** Luma of what is printed black, hair and cloth alike. */
const BLACK = [0.13, 0.07] as const

export const inking = defineStep(
  {
    /** Of the finest line. */
    width: amount(0.4, 6),
    /** How much darker a line must be: less gives more lines. */
    from: amount(0, 1),
    /** How much of what is nearly black is printed as one shape. */
    black: share(),
    colour: Type.Optional(hex()),
  },
  (canvas, scene, { width = 1.2, from = 0.014, black = 1, colour = '#120c10' }) => {
    const sigma = width * figureUnit(scene)
    const lines = linesOf(scene, sigma, from)
    const size = scene.faceHeight || 300 * scene.unit
    dropSpecks(lines, eyesOf(scene), scene, SPECK.figure * size)
    const outline = outlineOf(scene, sigma * 2)
    const soft = blur(scene.luma, canvas.width, canvas.height, sigma)
    const { lines: features } = sheetOf(scene)
    mixInColour(canvas, hexColour(colour), (shares) => {
      for (let i = 0; i < shares.length; i++) {
        const inside = scene.subject[i]!
        if (inside === 0) {
          shares[i] = outline[i]!
          continue
        }
        const solid = black * (1 - scene.skin[i]!) * (1 - scene.features[i]!) * smoothstep(...BLACK, soft[i]!)
        shares[i] = Math.max(Math.max(lines[i]!, solid, features[i]!) * inside, outline[i]!)
      }
    })
  },
)

function linesOf({ luma, subject, width, height }: Scene, sigma: number, from: number): Float32Array {
  const seen = luma.map((value) => Math.log(DARKEST + value))
  const { ink } = coherentLines(seen, width, height, { sigma, sharpness: 0.08 / from, softness: 18, wanted: subject })
  return ink
}

/** Where the matte passes through its middle, whatever is on both sides. */
function outlineOf({ subject, hasSubject, width, height }: Scene, sigma: number): Float32Array {
  if (!hasSubject) return new Float32Array(subject.length)
  return blur(subject, width, height, sigma).map(
    (value) => smoothstep(0.3, 0.42, value) * smoothstep(0.78, 0.62, value),
  )
}

/** Lashes, brows and moustaches are short lines, and drawn nevertheless. */
function eyesOf({ faces, width, height }: Scene): Float32Array {
  const eyes = new Float32Array(width * height)
  for (const face of faces)
    for (const outline of [...EYE_OUTLINES, ...BROW_OUTLINES, MOUSTACHE_OUTLINE])
      fillPolygon(
        eyes,
        width,
        height,
        scalePolygon(pointsOf(face, outline), outline === MOUSTACHE_OUTLINE ? 0.95 : 1.3),
      )
  return eyes
}
