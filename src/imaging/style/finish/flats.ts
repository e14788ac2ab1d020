/**
 * Flat tints as a printer lays them: skin in one clean tone with one shape of shadow, everything else in
 * steps of brightness. Eyes and lips keep their own.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { type Canvas, lumaOf, lumaPlane, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { coverParts } from '../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE } from '../sitter/face-parts.js'
import { skinShapesOf } from '../sitter/skin-shapes.js'
import { amount, defineStep } from '../step.js'

/** Softness of the edges of eyes and lips, in heights of the face. */
const SOFT = 0.015
/** Shadows on skin are redder than it: less of all channels alike would be grey. */
const SHADE = [0.8, 0.68, 0.64] as const
/** Drawn as they are where they differ from skin; around them only what is darker. */
const DRAWN = [...EYE_OUTLINES.map((outline) => ({ outline, scale: 1 })), { outline: LIPS_OUTLINE, scale: 0.97 }]
const AROUND_DRAWN = [...EYE_OUTLINES, ...BROW_OUTLINES].map((outline) => ({ outline, scale: 1.35 }))
/** Relative to lit skin, what begins to be darker and brighter and surely is; and how much redder or less red, at luma 1. */
const [DARKER, BRIGHTER, REDDER] = [
  [0.92, 0.74],
  [1.08, 1.2],
  [0.02, 0.08],
] as const
/** How much of what is close is skin where something else is taken for it, as the inside of an ear. */
const ENCLOSED = [0.55, 0.75] as const
/** Nothing so much darker than lit skin is skin, where its colour does not surely tell. */
const DARK = [0.32, 0.42] as const
/** So much brighter than the form: pearls and chains, which stay as they are. */
const GLINT = [0.07, 0.16] as const
/** As dark as this, steps would be of noise. */
const DARKEST = 0.01

export const flats = defineStep({ levels: amount(2, 12) }, (canvas, scene, { levels = 6 }) => {
  const luma = lumaPlane(canvas.colour)
  const factors = Float32Array.from(
    { length: STEPS + 1 },
    (_, i) => stepped(i / STEPS, levels) / Math.max(DARKEST, i / STEPS),
  )
  const print = scene.faceHeight > 0 ? printerOf(canvas, scene, luma) : undefined
  const { colour } = canvas
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    if (scene.subject[i] === 0) continue
    const factor = factors[Math.round(luma[i]! * STEPS)]!
    if (print?.(i, at, factor)) continue
    colour[at]! *= factor
    colour[at + 1]! *= factor
    colour[at + 2]! *= factor
  }
})

/** Of brightness, in steps too small to be seen. */
const STEPS = 1023

function stepped(value: number, levels: number): number {
  const scaled = value * levels - 0.5
  const below = Math.floor(scaled)
  return Math.max(0, (below + smoothstep(0.4, 0.6, scaled - below) + 0.5) / levels)
}

const within = (range: readonly [number, number], value: number): number => smoothstep(range[0], range[1], value)

/** Prints what has anything to do with skin, given the factor that makes a step of it; says whether a pixel has. */
function printerOf(canvas: Canvas, scene: Scene, luma: Float32Array) {
  const { colour } = canvas
  const { skin, hair, photo, luma: before } = scene
  const own = coverParts(scene, DRAWN, SOFT)
  const around = coverParts(scene, AROUND_DRAWN, SOFT)
  const faces = coverParts(scene, [{ outline: MESH.oval, scale: 1.02 }], SOFT)
  const bare = new Float32Array(skin)
  kernels.multiplyByRest(changed(bare), own, bare.length)
  kernels.multiplyByRest(changed(bare), around, bare.length)
  const { tones, shadow, form, close } = skinShapesOf(canvas, skin, bare, scene.faceHeight)
  const [reds, greens, blues] = tones
  return (i: number, at: number, factor: number): boolean => {
    // Hair that hangs into a face is darker; what shines there has no skin's colour, and is skin.
    const near = Math.max(smoothstep(0.1, 0.4, skin[i]!), faces[i]!, within(ENCLOSED, close[i]!))
    if (near === 0 && own[i] === 0 && around[i] === 0) return false
    const shaded = smoothstep(0.44, 0.56, shadow[i]!)
    // Most of a face is nothing but skin.
    const isPlain = faces[i] === 1 && skin[i]! >= 0.8 && hair[i]! <= 0.3
    if (isPlain && own[i] === 0 && around[i] === 0) {
      for (let c = 0; c < 3; c++) colour[at + c] = tones[c]![i]! * (1 + (SHADE[c]! - 1) * shaded)
      return true
    }
    const red = reds[i]!
    const green = greens[i]!
    const mean = Math.max(5, lumaOf(red, green, blues[i]!))
    const level = Math.max(255 * DARKEST, 255 * luma[i]!)
    const light = level / mean
    const redder = Math.abs((colour[at]! - colour[at + 1]!) / Math.max(5, level) - (red - green) / mean)
    const darker = within(DARKER, light)
    const differs = Math.max(darker, within(BRIGHTER, light), within(REDDER, redder))
    const drawn = Math.max(own[i]! * differs, around[i]! * darker)
    const isSkin = Math.max(smoothstep(0.5, 0.8, skin[i]!), near * within(DARK, light))
    const noHair = 1 - smoothstep(0.3, 0.5, hair[i]!)
    const share = isSkin * (1 - drawn) * noHair
    // Between skin and hair it is redder than both, and stubble and the shade of a chin are greyer: they get the hue of skin.
    const short = smoothstep(0.05, 0.3, close[i]!) * (1 - smoothstep(0.6, 0.9, hair[i]!)) * smoothstep(0.85, 0.6, light)
    const warm = Math.max(near * noHair, short)
    const glint = faces[i] === 1 ? 0 : (1 - faces[i]!) * within(GLINT, before[i]! - form[i]!)
    for (let c = 0; c < 3; c++) {
      const seen = colour[at + c]!
      const tone = tones[c]![i]!
      const dark = (seen + (tone * light - seen) * warm) * factor
      const flat = tone * (1 + (SHADE[c]! - 1) * shaded)
      const other = dark + (seen - dark) * drawn
      colour[at + c] = other + (flat + (photo[at + c]! - flat) * glint - other) * share
    }
    return true
  }
}
