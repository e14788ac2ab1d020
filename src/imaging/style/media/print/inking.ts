/**
 * A comic's ink: lines wherever the picture is darker than what is around it, by the same share on every skin, and a closed
 * outline around the figure.
 */
import { Type } from 'typebox'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, mapLuma, smoothstep } from '../../pixels/canvas.js'
import { coherentLines } from '../../pixels/coherent-lines.js'
import { brushUnit, figureUnit, type Scene } from '../../scene.js'
import { coverParts, partsOf } from '../../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, MOUSTACHE_OUTLINE } from '../../sitter/face-parts.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { sheetOf } from '../../sitter/sheet.js'
import { amount, defineStep, flag, hex, share } from '../../step.js'

/** So dark skin and dark cloth have lines, and noise in black has none. */
const DARKEST = 0.07
/** Shorter lines are crumbs, in heights of the face; without one, in units. */
const CRUMB = { face: 0.14, unit: 20 }
/** Shares of what a pen leaves out, and draws firmly. */
const HARD = { none: 0.25, all: 0.75 }
/** Lashes, brows and moustaches are short lines, and drawn nevertheless. */
const MOUSTACHE = partsOf([MOUSTACHE_OUTLINE], 0.95)
const SHORT = [...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.3), ...MOUSTACHE]
/** Of where a moustache would be, in heights of the face; and how much less than half of it taken for hair is one. */
const [SOFT, BEARDED] = [0.02, 3]

export const inking = defineStep(
  {
    /** Of the finest line. */
    width: amount(0.4, 6),
    weight: share(),
    /** Ink is there or not: soft lines are thin, not grey. */
    hard: flag(),
    colour: Type.Optional(hex()),
  },
  (canvas, scene, { width = 1.2, weight = 1, hard = false, colour = '#120c10' }) => {
    const sigma = width * Math.max(figureUnit(scene), brushUnit(scene))
    const lines = linesOf(scene, sigma)
    const { lines: features } = sheetOf(scene)
    const outline = outlineOf(scene, sigma * 2)
    const { subject } = scene
    mixInColour(canvas, hexColour(colour), (shares) => {
      for (let i = 0; i < shares.length; i++) {
        const inside = subject[i]!
        const share = Math.max(Math.max(lines[i]!, features[i]!) * inside, outline[i]!)
        const isSoft = share > 0 && inside > 0 && hard
        shares[i] = (isSoft ? smoothstep(HARD.none, HARD.all, share) : share) * weight
      }
    })
  },
)

function linesOf(scene: Scene, sigma: number): Float32Array {
  const { luma, subject, hair, width, height, faceHeight, unit } = scene
  const seen = mapLuma(luma, (brightness) => Math.log(DARKEST + brightness))
  const { ink } = coherentLines(seen, width, height, { sigma, sharpness: 5.7, softness: 18, wanted: subject })
  kernels.multiplyByRest(changed(ink), sheetOf(scene).teeth, ink.length)
  // The shade of a lip is no moustache.
  const lip = coverParts(scene, MOUSTACHE, SOFT)
  for (let i = 0; i < lip.length; i++) if (lip[i]! > 0) ink[i]! *= 1 - lip[i]! * Math.max(0, 1 - BEARDED * hair[i]!)
  dropSpecks(ink, scene, CRUMB.face * faceHeight || CRUMB.unit * unit, coverParts(scene, SHORT, 0))
  return ink
}

/** Where the matte passes through its middle, whatever is on both sides. */
function outlineOf({ subject, hasSubject, width, height }: Scene, sigma: number): Float32Array {
  if (!hasSubject) return new Float32Array(subject.length)
  return blur(subject, width, height, sigma).map((value) =>
    value < 0.3 || value > 0.78 ? 0 : smoothstep(0.3, 0.42, value) * smoothstep(0.78, 0.62, value),
  )
}
