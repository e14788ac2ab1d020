/**
 * Pen and ink: black or paper, nothing between. Hatching carries the shade, in rows that cross where it is deep; what is
 * nearly black is one shape, in which only the lights of hair and cloth are left out. Eyes and teeth are left to lines, lips hatched.
 */
import { Type } from 'typebox'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { coverParts, partsOf } from '../../sitter/cover-parts.js'
import {
  BEARD_OUTLINE,
  BROW_OUTLINES,
  EYE_OUTLINES,
  LIPS_OUTLINE,
  MOUSTACHE_OUTLINE,
  MOUTH_OUTLINE,
  NOSE,
} from '../../sitter/face-parts.js'
import { lightsOf } from '../../sitter/sheet.js'
import { amount, defineStep } from '../../step.js'
import { across } from '../print/screen.js'
import { crampedBy, spacingOf } from '../print/spacing.js'
import { formOf } from './form.js'
import { lipsOf } from './lips.js'
import { workedOut } from './open-edge.js'
import { addPatch, drawnShare, takeDrawn } from './wanted-density.js'

/** Turn of each set of rows against the first, in degrees, and how much of the sheet it covers at most. */
const LAYERS = [
  { turn: 0, most: 0.45 },
  { turn: 38, most: 0.42 },
  { turn: -34, most: 0.6 },
] as const
/** Of the first set, in degrees. */
const ANGLE = -48
/** Tone of a loose patch of strokes behind the subject, and how much of the sheet is left open towards its border. */
const [BEHIND, OPEN_SHEET] = [0.16, 1]
const [INK, PAPER] = [hexColour('#101014'), hexColour('#fffefa')]
/** Rows from forehead to chin, and how many pixels they are apart at least: nearer ones would run together. */
const [PER_FACE, NEAREST] = [90, 2.6]
/** No line is thinner, in pixels; where less than such a share of it is wanted, there is none. */
const [THINNEST, FAINTEST] = [0.7, 0.5]
/** In distances of rows: length of a stroke, of its ends, and how far a hand wavers. */
const [LENGTH, ENDS, WAVER] = [16, 3, 0.5]
/** Sigma of what rows do not follow, in distances of rows. */
const CALM = 0.45
/** How far the form bends the rows. */
const BEND = 0.25
/** Brightness that is black for sure, and from which nothing is. */
const BLACK = { all: 0.17, none: 0.27 }
/** What is lighter than around it by so much stays paper: in heights of the face, and by how much. */
const LOCKS = { around: 0.03, clear: 2 }

export const pen = defineStep(
  {
    /** Distance from row to row. */
    pitch: amount(2, 20),
    /** Brightness that is all ink, and that is bare paper. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
  },
  (canvas, scene, { pitch = 4.4, range: [dark, light] = [0.03, 0.7] }) => {
    const { width, height } = canvas
    const spacing = spacingOf(scene, pitch, NEAREST, PER_FACE)
    const cramped = crampedBy(spacing, scene)
    const target = lumaPlane(canvas.colour)
    const drawn = drawnShare(scene, workedOut(scene, OPEN_SHEET))
    const blacks = blacksOf(target, drawn, cramped, scene)
    const soft = blur(target, width, height, CALM * spacing)
    const wanted = soft.map((tone) => clamp01((light - tone) / (light - dark)))
    takeDrawn(wanted, drawn)
    leaveOpen(wanted, soft, blacks, spacing, cramped, scene)
    addPatch(changed(wanted), scene, BEHIND)
    const form = blur(formOf(scene, canvas), width, height, 0.06 * scene.faceHeight || 9 * scene.unit)
    const rows = LAYERS.flatMap(({ turn, most }, i) => [...across(ANGLE + turn, spacing), scene.seed + i * 11, most])
    const stroke = [BEND, THINNEST / spacing, FAINTEST, LENGTH, ENDS, WAVER] as const
    const sets = [Float32Array.from(rows), LAYERS.length] as const
    kernels.hatchWithPen(changed(blacks), wanted, form, width, height, ...sets, spacing, ...stroke)
    mixInColour(canvas, PAPER, (shares) => shares.fill(1))
    mixInColour(canvas, INK, (shares) => shares.set(blacks))
  },
)

/** What is printed black: dark hair and cloth, and the dark forms of a face; never skin, however dark. */
function blacksOf(tone: Float32Array, drawn: Float32Array, cramped: number, scene: Scene): Float32Array {
  const { width, height, skin, hair, subject, faceHeight, unit } = scene
  const size = faceHeight || 300 * unit
  const softened = (sigma: number) => blur(tone, width, height, sigma)
  const [fine, cloth] = [softened(FINE), softened(CLOTH * size)]
  const around = softened(LOCKS.around * size)
  // Beside bright teeth every lip would be dark.
  const { teeth } = lightsOf(scene)
  const face = softened(FORMS.face * size)
  const plain = tone.map((light, i) => light + (face[i]! - light) * teeth[i]!)
  const beside = blur(plain, width, height, FORMS.around * size)
  const forms = coverParts(scene, FEATURES, 0.012)
  const beards = coverParts(scene, BEARDS, 0.012)
  const [mouths, lips] = [coverParts(scene, MOUTHS, 0.004), coverParts(scene, LIPS, 0.006)]
  const bite = blur(teeth, width, height, BITE * size)
  return tone.map((light, i) => {
    // Lips are hatched, and between teeth nothing is black.
    const lip = lips[i]! * (1 - mouths[i]!)
    const own =
      Math.max(forms[i]! * (1 - lip), beards[i]! * Math.min(1, 3 * hair[i]!)) * (1 - Math.min(1, 2 * bite[i]!))
    const most = FORMS.most + cramped * FORMS.cramped
    const form = own === 0 ? 0 : own * smoothstep(most, most - FORMS.edge, fine[i]! / beside[i]!)
    const lock = hair[i]! * LOCKS.clear * (light - around[i]!)
    const seen = cloth[i]! + (fine[i]! - cloth[i]!) * hair[i]! + lock + (1 - drawn[i]!) * OPEN
    const solid = smoothstep(BLACK.none, BLACK.all, seen) * (1 - Math.min(1, 1.5 * skin[i]!)) * (1 - forms[i]!)
    return smoothstep(HARD.none, HARD.all, Math.max(solid, form)) * Math.min(1, 2 * subject[i]!)
  })
}

/** Ink is there or not: of shares in which a form is black. */
const HARD = { none: 0.3, all: 0.7 }
/** Where the sheet stays open only what is darker is black. */
const OPEN = 0.3
/** Sigma in pixels, so that edges have no teeth; and of cloth, whose weave is to leave no specks, in heights of the face. */
const [FINE, CLOTH] = [0.7, 0.012]
/** Dark forms of a face: how much of the brightness around them, in heights of the face, they have at most: small ones more. */
const FORMS = { around: 0.09, face: 0.3, most: 0.85, edge: 0.16, cramped: 0.08 }
/** How far around teeth nothing is black, in heights of the face. */
const BITE = 0.012
const LIPS = partsOf([LIPS_OUTLINE], 1.05)
/** What is seen between the lips, and the line where they meet. */
const MOUTHS = partsOf([MOUTH_OUTLINE], 1.15)
const FEATURES = [...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.3), ...partsOf([LIPS_OUTLINE, NOSE.end], 1.1)]
const BEARDS = partsOf([MOUSTACHE_OUTLINE, BEARD_OUTLINE], 1.1)

const EYES = partsOf(EYE_OUTLINES, 1.1)
/** The white of an eye that is so dark lies in the shade, and does not glow there. */
const SHADED = { from: 0.2, to: 0.5 }
/** Where so much more than the faintest is wanted no stroke of a row is left out. */
const WHOLE = 1.5
/** How far rows keep away from black forms, in distances of rows, and how much. */
const HALO = { reach: 0.7, clear: 1.6 }

/** In place: rows never cross an eye or teeth, lips have fewer, and what is black stands free; so do small features. */
function leaveOpen(
  wanted: Float32Array,
  tone: Float32Array,
  blacks: Float32Array,
  spacing: number,
  cramped: number,
  scene: Scene,
): void {
  const eyes = coverParts(scene, EYES, 0.008)
  const least = ((1 - cramped) * WHOLE * FAINTEST * THINNEST) / spacing
  const { teeth } = lightsOf(scene)
  const beside = blur(blacks, scene.width, scene.height, HALO.reach * spacing)
  const layLips = lipsOf(wanted, scene)
  for (let i = 0; i < wanted.length; i++) {
    const faint = cramped * (1 - wanted[i]!) ** 3
    const halo = Math.max(faint, Math.min(1, HALO.clear * beside[i]!)) * scene.features[i]!
    const open = (1 - Math.max(halo, faint * scene.skin[i]!)) * (1 - Math.min(1, 2 * teeth[i]!))
    const clear = eyes[i]! * smoothstep(SHADED.from, SHADED.to, tone[i]!)
    wanted[i]! *= open * (1 - clear)
  }
  layLips(wanted, blacks, least)
}
