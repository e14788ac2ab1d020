/**
 * Pen and ink: black or paper, nothing between. Hatching carries the shade, in rows that cross where it is deep; what is
 * nearly black is one shape, in which only the lights of hair and cloth are left out. Eyes and teeth are left to lines, lips hatched.
 */
import { Type } from 'typebox'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { clamp, clamp01 } from '../../../raster/clamp.js'
import type { Box } from '../../../raster/picture.js'
import { mixInColour } from '../../pixels/blend.js'
import { hexColour, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { copyPart, eachPixel } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { coverParts, type Part, partsOf } from '../../sitter/cover-parts.js'
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
import { spacingOf } from '../print/spacing.js'
import { formOf, SOFT_FOR_ROWS } from './form.js'
import { workedOut } from './open-edge.js'
import { smilesOf } from './soft-folds.js'
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
    const target = lumaPlane(canvas.colour)
    const drawn = drawnShare(scene, workedOut(scene, OPEN_SHEET))
    const blacks = blacksOf(target, drawn, scene)
    const soft = blur(target, width, height, CALM * spacing)
    const wanted = soft.map((tone) => clamp01((light - tone) / (light - dark)))
    takeDrawn(wanted, drawn)
    leaveOpen(wanted, soft, scene)
    addPatch(changed(wanted), scene, BEHIND)
    const form = formOf(scene, canvas, SOFT_FOR_ROWS)
    const rows = LAYERS.flatMap(({ turn, most }, i) => [...across(ANGLE + turn, spacing), scene.seed + i * 11, most])
    const stroke = [BEND, THINNEST / spacing, FAINTEST, LENGTH, ENDS, WAVER] as const
    const sets = [Float32Array.from(rows), LAYERS.length] as const
    kernels.hatchWithPen(changed(blacks), wanted, form, width, height, ...sets, spacing, ...stroke)
    mixInColour(canvas, PAPER, (shares) => shares.fill(1))
    mixInColour(canvas, INK, (shares) => shares.set(blacks))
  },
)

/** What is printed black: dark hair and cloth, and the dark forms of a face; never skin, however dark. */
function blacksOf(tone: Float32Array, drawn: Float32Array, scene: Scene): Float32Array {
  const { width, height, skin, hair, subject, faceHeight, unit } = scene
  const size = faceHeight || 300 * unit
  const softened = (sigma: number) => blur(tone, width, height, sigma)
  const [fine, cloth, around] = [softened(FINE), softened(CLOTH * size), softened(LOCKS.around * size)]
  const forms = coverParts(scene, FEATURES, 0.012)
  const shade = shadeOf(tone, scene)
  const blacks = new Float32Array(tone.length)
  for (let i = 0; i < blacks.length; i++) {
    if (subject[i] === 0) continue
    const lock = hair[i]! * LOCKS.clear * (tone[i]! - around[i]!)
    const seen = cloth[i]! + (fine[i]! - cloth[i]!) * hair[i]! + lock + (1 - drawn[i]!) * OPEN
    const shaded = shade[i]!
    if (seen >= BLACK.none * shaded) continue
    const solid =
      smoothstep(BLACK.none * shaded, BLACK.all * shaded, seen) * (1 - Math.min(1, 1.5 * skin[i]!)) * (1 - forms[i]!)
    blacks[i] = smoothstep(HARD.none, HARD.all, solid) * Math.min(1, 2 * subject[i]!)
  }
  if (scene.heads) addForms(blacks, tone, scene, scene.heads)
  return blacks
}

/** How light the skin around is, up to 1: hair in the shade is no blacker before dark skin than before light skin. */
function shadeOf(tone: Float32Array, { width, height, skin, faceHeight }: Scene): Float32Array {
  if (faceHeight === 0) return new Float32Array(tone.length).fill(1)
  const [sums, shares] = [tone.map((light, i) => light * skin[i]!), skin].map((plane) =>
    blur(plane, width, height, SHADE.around * faceHeight),
  ) as [Float32Array, Float32Array]
  return sums.map((sum, i) => {
    const lit = clamp(sum / Math.max(0.01, shares[i]!) / SHADE.skin, SHADE.least, 1)
    return 1 - Math.min(1, SHADE.near * shares[i]!) * (1 - lit)
  })
}

/** How far around, in heights of the face, and how soon a little skin counts fully; how light skin is before which all is black that is dark. */
const SHADE = { around: 0.15, near: 5, least: 0.3, skin: 0.32 }

/** In place: the dark forms of faces. Lips are hatched, and between teeth nothing is black. */
function addForms(blacks: Float32Array, tone: Float32Array, scene: Scene, heads: Box): void {
  const { width, height } = heads
  const part = (plane: Float32Array) => copyPart(plane, scene, heads, 1)
  const cover = (parts: readonly Part[], soft: number) => part(coverParts(scene, parts, soft))
  const softened = (plane: Float32Array, sigma: number) => blur(plane, width, height, sigma * scene.faceHeight)
  const [own, hair, smiles] = [part(tone), part(scene.hair), part(smilesOf(scene))]
  const [fine, beside] = [blur(own, width, height, FINE), softened(own, FORMS.around)]
  const [forms, beards] = [cover(FEATURES, 0.012), cover(BEARDS, 0.012)]
  const [mouths, lips] = [cover(MOUTHS, 0.004), cover(LIPS, 0.006)]
  eachPixel(heads, scene, (i, at) => {
    const [mouth, beard] = [mouths[i]!, beards[i]! * Math.min(1, 3 * hair[i]!)]
    const here = Math.max(forms[i]! * (1 - lips[i]! * (1 - mouth)), beard) * (1 - smiles[i]!)
    if (here === 0) return
    const most = FORMS.most - FORMS.mouth * mouth
    const black = smoothstep(HARD.none, HARD.all, here * smoothstep(most, most - FORMS.edge, fine[i]! / beside[i]!))
    blacks[at] = Math.max(blacks[at]!, black * Math.min(1, 2 * scene.subject[at]!))
  })
}

/** Ink is there or not: of shares in which a form is black. */
const HARD = { none: 0.3, all: 0.7 }
/** Where the sheet stays open only what is darker is black. */
const OPEN = 0.3
/** Sigma in pixels, so that edges have no teeth; and of cloth, whose weave is to leave no specks, in heights of the face. */
const [FINE, CLOTH] = [0.7, 0.012]
/** Dark forms of a face: how much of the brightness around them, in heights of the face, they have at most: mouths less. */
const FORMS = { around: 0.09, most: 0.85, edge: 0.16, mouth: 0.17 }
const LIPS = partsOf([LIPS_OUTLINE], 1.05)
/** What is seen between the lips, and the line where they meet. */
const MOUTHS = partsOf([MOUTH_OUTLINE], 1.15)
const FEATURES = [...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.3), ...partsOf([LIPS_OUTLINE, NOSE.end], 1.1)]
const BEARDS = partsOf([MOUSTACHE_OUTLINE, BEARD_OUTLINE], 1.1)

const EYES = partsOf(EYE_OUTLINES, 1.1)
/** The white of an eye that is so dark lies in the shade, and does not glow there. */
const SHADED = { from: 0.2, to: 0.5 }

/** In place: rows never cross an eye or teeth. */
function leaveOpen(wanted: Float32Array, tone: Float32Array, scene: Scene): void {
  if (!scene.heads) return
  const eyes = coverParts(scene, EYES, 0.008)
  const { teeth } = lightsOf(scene)
  eachPixel(scene.heads, scene, (_, i) => {
    const clear = eyes[i] === 0 ? 0 : eyes[i]! * smoothstep(SHADED.from, SHADED.to, tone[i]!)
    wanted[i]! *= (1 - Math.min(1, 2 * teeth[i]!)) * (1 - clear)
  })
}
