/**
 * Flat tints as a printer lays them: brightness in a few clean steps that hang on the light of each face, so that skin of
 * any depth has a lit side, a half tone and a shade. Hues are the photo's own, and eyes stay as they are.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { type Canvas, lumaPlane, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { coverParts, partsOf } from '../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE, NOSE } from '../sitter/face-parts.js'
import { skinLightOf } from '../sitter/light-on-face.js'
import { type SkinForm, skinFormOf } from '../sitter/skin-form.js'
import { defineStep } from '../step.js'
import { BLACK, type Ladder, ladderFrom, STEPS } from './ladder.js'

const EYES = partsOf(EYE_OUTLINES, 1.15)
/** Where all that is darker than skin is to be told from it, however faint it is, and nothing shines: fair brows, lids, and nose. */
const FAINT = [...partsOf(EYE_OUTLINES, 1.5), ...partsOf(BROW_OUTLINES, 1.4), ...partsOf([NOSE.end], 1.1)]
/** What is finer than the form of skin. */
const DRAWN = [...FAINT, ...partsOf([LIPS_OUTLINE], 1.1)]
/** Of their edges, in heights of the face. */
const SOFT = 0.01
/** How far beyond a face its own steps reach, and how softly they end there, in heights of the face. */
const OWN = { parts: partsOf([MESH.oval], 1.3), soft: 0.06 }
/** In heights of the face, or pixels of one of usual size: what is too fine for a tint, and what is around it. */
const [FINE, WIDE, USUAL] = [0.0025, 0.05, 200]
/** How much clearer than in the photo everything stands out from what is around it, and what is faint but darker. */
const CLEARER = { all: 0.25, faint: 1.2 }
/** Softness of the edge between two tints, in pixels. */
const CRISP = 0.7
/** As dark as this, a step would be of noise. */
const DARKEST = 0.01
/** As dark as this, a tint begins to be ink. */
const INKY = 0.16

export const flats = defineStep({}, (canvas, scene) => {
  const luma = lumaPlane(canvas.colour)
  const lights = scene.faces.map((face) => skinLightOf(face, scene, luma))
  const ladders = lights.map(ladderFrom)
  const common = ladders[0] ?? ladderFrom(undefined)
  const drawn = coverParts(scene, DRAWN, SOFT)
  const form = scene.faceHeight > 0 ? skinFormOf(canvas, scene, drawn, lights[0]) : undefined
  const values = stepped(clearedOf(luma, scene, form), scene, ladders, common)
  print(canvas, scene, { luma, values, form })
})

/** Brightness to be stepped: the form of bare skin, and everything else clearer than it is. */
function clearedOf(luma: Float32Array, scene: Scene, form: SkinForm | undefined): Float32Array {
  const { width, height, unit } = scene
  const size = scene.faceHeight || USUAL * unit
  const seen = blur(luma, width, height, clamp(FINE * size, 0.5, 2))
  const around = blur(luma, width, height, WIDE * size)
  const faint = coverParts(scene, FAINT, SOFT)
  for (let i = 0; i < seen.length; i++) {
    const over = seen[i]! - around[i]!
    seen[i]! += over * (CLEARER.all + (over < 0 ? CLEARER.faint * faint[i]! : 0))
    if (!form) continue
    const skin = form.luma[i]!
    const dull = seen[i]! + Math.min(0, skin - seen[i]!) * faint[i]!
    seen[i] = dull + (skin - dull) * form.bare[i]!
  }
  return seen
}

/** Each face has steps of its own; the largest one's are those of everything else. */
function stepped(seen: Float32Array, scene: Scene, ladders: readonly Ladder[], common: Ladder): Float32Array {
  const stepOf = ({ values }: Ladder, i: number): number => values[clamp((seen[i]! * STEPS + 0.5) | 0, 0, STEPS)]!
  const values = new Float32Array(seen.length)
  for (let i = 0; i < values.length; i++) values[i] = stepOf(common, i)
  for (const [k, ladder] of ladders.entries()) {
    if (k === 0) continue
    const faces = scene.faces.slice(k, k + 1)
    const share = coverParts({ ...scene, faces }, OWN.parts, OWN.soft)
    for (let i = 0; i < share.length; i++) if (share[i]! > 0) values[i]! += (stepOf(ladder, i) - values[i]!) * share[i]!
  }
  return blur(values, scene.width, scene.height, CRISP)
}

interface Tints {
  readonly luma: Float32Array
  /** What its brightness becomes. */
  readonly values: Float32Array
  readonly form: SkinForm | undefined
}

function print({ colour, width }: Canvas, scene: Scene, { luma, values, form }: Tints): void {
  const { subject } = scene
  const eyes = coverParts(scene, EYES, SOFT)
  const inks = Float32Array.from({ length: STEPS + 1 }, (_, i) => smoothstep(INKY, BLACK, i / STEPS))
  for (let i = 0, at = 0; i < subject.length; i++, at += 3) {
    if (subject[i] === 0) continue
    const value = values[i]!
    const [ink, share] = [inks[(value * STEPS + 0.5) | 0]!, 1 - eyes[i]!]
    const bare = form ? form.bare[i]! : 0
    const cell = bare > 0 ? cellAt(form!, i, width) : 0
    const factor = (value / Math.max(DARKEST, luma[i]!)) * (1 - bare)
    for (let c = 0; c < 3; c++) {
      const seen = colour[at + c]!
      const tone = bare > 0 ? form!.tones[c]![cell]! * value * bare : 0
      const flat = seen * factor + tone
      colour[at + c] = seen + (flat + (255 * value - flat) * ink - seen) * share
    }
  }
}

const cellAt = ({ cell, columns }: SkinForm, i: number, width: number): number =>
  ((i / width / cell) | 0) * columns + (((i % width) / cell) | 0)
