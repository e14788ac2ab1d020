/**
 * A comic's ink: lines wherever the picture is darker than what is around it, by the same share on every skin, black where
 * it is nearly black, and a closed outline around the figure.
 */
import { Type } from 'typebox'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, mapLuma, smoothstep } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import { brushUnit, figureUnit, type Scene } from '../../scene.js'
import { calmMouths, coverParts, partsOf } from '../../sitter/cover-parts.js'
import { contoursOf } from '../../sitter/face-contours.js'
import { BROW_OUTLINES, EYE_OUTLINES, MOUSTACHE_OUTLINE } from '../../sitter/face-parts.js'
import { foldsOf } from '../../sitter/folds.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, flag, hex, share } from '../../step.js'

/** So dark skin and dark cloth have lines, and noise in black has none. */
const DARKEST = 0.07
/** Shorter lines are crumbs, in heights of the face; without one, in units. */
const CRUMB = { face: 0.14, unit: 20 }
/** Shares of what a pen leaves out, and draws firmly. */
const HARD = { none: 0.25, all: 0.75 }
/** Luma of what is printed black, hair and cloth alike. */
const BLACK = { none: 0.13, all: 0.07 }

export const inking = defineStep(
  {
    /** Of the finest line. */
    width: amount(0.4, 6),
    weight: share(),
    /** How much of what is nearly black is printed as one shape. */
    black: share(),
    /** Ink is there or not: soft lines are thin, not grey. */
    hard: flag(),
    colour: Type.Optional(hex()),
  },
  (canvas, scene, { width = 1.2, weight = 1, black = 1, hard = false, colour = '#120c10' }) => {
    const sigma = width * Math.max(figureUnit(scene), brushUnit(scene))
    const lines = linesOf(scene, sigma)
    const { lines: features, teeth } = sheetOf(scene)
    const folds = foldsOf(scene)
    const contours = contoursOf(scene)
    calmMouths(lines, scene)
    kernels.multiplyByRest(changed(lines), teeth, lines.length)
    dropSpecks(lines, scene, CRUMB.face * scene.faceHeight || CRUMB.unit * scene.unit, coverParts(scene, SHORT, 0))
    const outline = outlineOf(scene, sigma * 2)
    const soft = blur(scene.luma, canvas.width, canvas.height, sigma)
    mixInColour(canvas, hexColour(colour), (shares) => {
      for (let i = 0; i < shares.length; i++) {
        const inside = scene.subject[i]!
        if (inside === 0) {
          shares[i] = outline[i]! * weight
          continue
        }
        const solid =
          black * (1 - scene.skin[i]!) * (1 - scene.features[i]!) * smoothstep(BLACK.none, BLACK.all, soft[i]!)
        const drawn = Math.max(lines[i]!, solid, features[i]!, contours[i]!, folds[i]!) * inside
        const share = Math.max(drawn, outline[i]!)
        shares[i] = (hard ? smoothstep(HARD.none, HARD.all, share) : share) * weight
      }
    })
  },
)

function linesOf({ luma, subject, width, height }: Scene, sigma: number): Float32Array {
  const seen = mapLuma(luma, (brightness) => Math.log(DARKEST + brightness))
  const { ink } = coherentLines(seen, width, height, { sigma, sharpness: 5.7, softness: 18, wanted: subject })
  return ink
}

/** Where the matte passes through its middle, whatever is on both sides. */
function outlineOf({ subject, hasSubject, width, height }: Scene, sigma: number): Float32Array {
  if (!hasSubject) return new Float32Array(subject.length)
  return blur(subject, width, height, sigma).map((value) =>
    value < 0.3 || value > 0.78 ? 0 : smoothstep(0.3, 0.42, value) * smoothstep(0.78, 0.62, value),
  )
}

/** Lashes, brows and moustaches are short lines, and drawn nevertheless. */
const SHORT = [...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.3), ...partsOf([MOUSTACHE_OUTLINE], 0.95)]
