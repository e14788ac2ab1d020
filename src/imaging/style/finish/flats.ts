/**
 * Flat tints as a printer lays them: skin in one clean tone with one shape of shadow, brows and lips in one tone each,
 * everything else in steps of brightness. Eyes keep their own.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, lumaPlane, smoothstep } from '../pixels/canvas.js'
import { copyPart, grown, pastePart } from '../pixels/patch.js'
import type { Scene } from '../scene.js'
import { coverParts, partsOf } from '../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE } from '../sitter/face-parts.js'
import { dropSpecks } from '../sitter/head-lines.js'
import { ENCLOSED, type SkinShapes, skinShapesOf } from '../sitter/skin-shapes.js'
import { redness } from '../sitter/whites-and-teeth.js'
import { defineStep } from '../step.js'
import { tintFeatures } from './feature-tints.js'

/** Softness of the edges of eyes, in heights of the face. */
const SOFT = 0.01
/** Shadows on skin are redder than it: less of all channels alike would be grey. */
const SHADE = [0.8, 0.68, 0.64] as const
const EYES = partsOf(EYE_OUTLINES, 1.1)
const FACES = partsOf([MESH.oval], 1.02)
/** What is drawn on skin and is none. */
const DRAWN = partsOf([...EYE_OUTLINES, ...BROW_OUTLINES, LIPS_OUTLINE], 1.3)
/** Nothing so much darker than lit skin is skin, where its colour does not surely tell; what is as red as skin may be darker. */
const DARK = { other: [0.32, 0.42], red: [0.14, 0.24] } as const
/** Of the redness of lit skin: what its shade has. Red cloth has more. */
const RED = { from: 0.7, full: 0.9, most: 2.4, to: 3 }
/** Skin may be found so far beyond what is taken for it, in heights of the face. */
const BESIDE = 0.2
/** How much skin is further around where the shade between fingers is skin. */
const AROUND = [0.25, 0.45] as const
/** As bright as this, relative to lit skin, and as red, the edge of hair is skin. */
const BRIGHT = [0.72, 0.86] as const
/** What is taken for hair, and by how much more it must be where it looks like skin. */
const HAIR = { from: 0.25, to: 0.42, bright: 0.2 }
/** Beards and moustaches are printed darker than they are, by this share: light falls through them on skin. */
const BEARD = 0.4
/** So much brighter than the form: pearls and chains, which stay as they are. */
const GLINT = [0.07, 0.16] as const
/** Skin is cut out as round as this, and pieces of it, or of what is none on it, are at least so large: in heights of the face. */
const [ROUND, PIECE] = [0.008, 0.13]
/** As dark as this, steps would be of noise. */
const DARKEST = 0.01

/** Steps of brightness. */
const LEVELS = 6

export const flats = defineStep({}, (canvas, scene) => {
  const luma = lumaPlane(canvas.colour)
  const factors = Float32Array.from({ length: STEPS + 1 }, (_, i) => stepped(i / STEPS) / Math.max(DARKEST, i / STEPS))
  const seen = canvas.colour.slice()
  const shapes = scene.faceHeight > 0 ? shapesOf(canvas, scene) : undefined
  const print = shapes && printerOf(canvas, scene, luma, shapes)
  const { colour } = canvas
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    if (scene.subject[i] === 0) continue
    const factor = factors[Math.round(luma[i]! * STEPS)]!
    if (print?.(i, at, factor)) continue
    colour[at]! *= factor
    colour[at + 1]! *= factor
    colour[at + 2]! *= factor
  }
  if (shapes) tintFeatures(canvas, scene, seen)
})

/** Of brightness, in steps too small to be seen. */
const STEPS = 1023

function stepped(value: number): number {
  const scaled = value * LEVELS - 0.5
  const below = Math.floor(scaled)
  return Math.max(0, (below + smoothstep(0.4, 0.6, scaled - below) + 0.5) / LEVELS)
}

const within = (range: readonly [number, number], value: number): number => smoothstep(range[0], range[1], value)

function shapesOf(canvas: Canvas, scene: Scene): SkinShapes {
  const bare = new Float32Array(scene.skin)
  kernels.multiplyByRest(changed(bare), coverParts(scene, DRAWN, SOFT), bare.length)
  return skinShapesOf(canvas, scene.skin, bare, scene.faceHeight)
}

/** Prints what has anything to do with skin, given the factor that makes a step of it; says whether a pixel has. */
function printerOf(canvas: Canvas, scene: Scene, luma: Float32Array, shapes: SkinShapes) {
  const { colour } = canvas
  const { hair, photo, luma: before } = scene
  const eyes = coverParts(scene, EYES, SOFT)
  const faces = coverParts(scene, FACES, SOFT)
  const { tones, shadow, form, close } = shapes
  const near = nearSkin(canvas, scene, faces, shapes)
  const cut = cutOut(skinIn(canvas, scene, near, luma, shapes), scene)
  return (i: number, at: number, factor: number): boolean => {
    if (near[i] === 0) return false
    const shaded = smoothstep(0.42, 0.58, shadow[i]!)
    const share = cut[i]!
    if (share === 1 && faces[i] === 1 && eyes[i] === 0) {
      for (let c = 0; c < 3; c++) colour[at + c] = tones[c]![i]! * (1 + (SHADE[c]! - 1) * shaded)
      return true
    }
    const light = lightOn(tones, luma, i)
    // Between skin and hair it is redder than both, and stubble and the shade of a chin are greyer: they get the hue of skin.
    const short = smoothstep(0.05, 0.3, close[i]!) * (1 - smoothstep(0.6, 0.9, hair[i]!)) * smoothstep(0.85, 0.6, light)
    const warm = Math.max(near[i]! * (1 - smoothstep(0.3, 0.5, hair[i]!)), short)
    const beard = 1 - BEARD * faces[i]! * (1 - share) * smoothstep(0.65, 0.5, hair[i]!)
    const glint = (1 - faces[i]!) * within(GLINT, before[i]! - form[i]!)
    for (let c = 0; c < 3; c++) {
      const seen = colour[at + c]!
      const tone = tones[c]![i]!
      const other = (seen + (tone * light - seen) * warm) * factor * beard
      const flat = tone * (1 + (SHADE[c]! - 1) * shaded)
      const printed = other + (flat + (photo[at + c]! - flat) * glint - other) * share
      colour[at + c] = printed + (seen - printed) * eyes[i]!
    }
    return true
  }
}

const lumaOfTone = ([reds, greens, blues]: SkinShapes['tones'], i: number): number =>
  lumaOf(reds[i]!, greens[i]!, blues[i]!)

/** How bright a pixel is, relative to lit skin. */
const lightOn = (tones: SkinShapes['tones'], luma: Float32Array, i: number): number =>
  Math.max(255 * DARKEST, 255 * luma[i]!) / Math.max(5, lumaOfTone(tones, i))

/** Hair that hangs into a face is darker; what shines there has no skin's colour, and is skin; so is a throat in the shade of hands. */
function nearSkin(canvas: Canvas, { skin }: Scene, faces: Float32Array, { tones, close, around }: SkinShapes) {
  return faces.map((face, i) => {
    if (skin[i]! > 0.4) return 1
    const near = Math.max(smoothstep(0.1, 0.4, skin[i]!), face, within(ENCLOSED, close[i]!))
    if (near === 1 || around[i]! < AROUND[0]) return near
    return Math.max(near, within(AROUND, around[i]!) * shadeOfSkin(canvas, tones, i))
  })
}

/** How surely a pixel is as red as skin in the shade is. */
function shadeOfSkin({ colour }: Canvas, [reds, greens, blues]: SkinShapes['tones'], i: number): number {
  const [r, g, b] = [colour[3 * i]!, colour[3 * i + 1]!, colour[3 * i + 2]!]
  const redder = redness(r, g, b) / Math.max(0.05, redness(reds[i]!, greens[i]!, blues[i]!))
  return smoothstep(RED.from, RED.full, redder) * smoothstep(RED.to, RED.most, redder)
}

function skinIn(canvas: Canvas, { skin, hair }: Scene, near: Float32Array, luma: Float32Array, { tones }: SkinShapes) {
  return near.map((share, i) => {
    if (share === 0) return 0
    // Most of a face is nothing but skin.
    if (skin[i]! >= 0.8 && hair[i]! <= HAIR.from) return 1
    const light = lightOn(tones, luma, i)
    const red = shadeOfSkin(canvas, tones, i)
    const dark = Math.max(within(DARK.other, light), red * within(DARK.red, light))
    const like = HAIR.bright * red * within(BRIGHT, light)
    const noHair = 1 - smoothstep(HAIR.from + like, HAIR.to + like, hair[i]!)
    return Math.max(smoothstep(0.5, 0.8, skin[i]!), share * dark) * noHair
  })
}

/** With one clean edge, and nothing too small to be drawn on either side of it. */
function cutOut(shares: Float32Array, scene: Scene): Float32Array {
  const { faceHeight, people } = scene
  const whole = new Float32Array(shares.length)
  if (!people) return whole
  const box = grown(people, Math.ceil(BESIDE * faceHeight), scene)
  const soft = blur(copyPart(shares, scene, box, 1), box.width, box.height, Math.max(0.8, ROUND * faceHeight))
  const cut = soft.map((share) => smoothstep(0.38, 0.62, share))
  // First what is skin, then what is none.
  for (let side = 0; side < 2; side++) {
    dropSpecks(cut, box, PIECE * faceHeight)
    for (let i = 0; i < cut.length; i++) cut[i] = 1 - cut[i]!
  }
  pastePart(cut, box, whole, scene, 1)
  return whole
}
