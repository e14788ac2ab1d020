/**
 * Flat tints as a printer lays them: skin in three tones of its own colour, which follow the form of the face, everything
 * else in steps of brightness. Eyes and lips keep their own.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { blurWithin } from '../pixels/blur-within.js'
import { lumaPlane, smoothstep } from '../pixels/canvas.js'
import { coverParts } from '../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE } from '../sitter/face-parts.js'
import { amount, defineStep } from '../step.js'

/** In heights of the face: what a sitter's tone is the mean of, the form that tones follow, and the softness of eyes and lips. */
const [AROUND, FORM, SOFT] = [0.5, 0.018, 0.015]
/** Where the light of skin ends and where its shadow begins, relative to its mean, and the tones there. */
const LIGHT = { from: 1.2, tone: 1.13 }
const SHADOW = { from: 0.7, tone: 0.76 }
/** Half the width of the way from tone to tone. */
const EDGE = 0.025
const DRAWN = [
  ...EYE_OUTLINES.map((outline) => ({ outline, scale: 1.3 })),
  ...BROW_OUTLINES.map((outline) => ({ outline, scale: 1.3 })),
  { outline: LIPS_OUTLINE, scale: 0.97 },
]
/** So much brighter than the form: pearls and chains, which stay as they are. */
const GLINT = { from: 0.07, to: 0.16 }
/** How much of the light's own gradation is left in them: age and cheeks are in it. */
const MODELLED = 0.15
/** How much of a place's own hue skin keeps: cheeks are redder than a forehead. */
const OWN_HUE = 0.15

export const flats = defineStep({ levels: amount(2, 12) }, (canvas, scene, { levels = 6 }) => {
  const { width, height, colour } = canvas
  const { skin, hair, faceHeight } = scene
  const luma = lumaPlane(colour)
  const form = blur(luma, width, height, Math.max(1, FORM * faceHeight))
  const tones = faceHeight > 0 ? blurWithin(canvas, skin, AROUND * faceHeight) : colour
  const means = lumaPlane(tones)
  const own = coverParts(scene, DRAWN, SOFT)
  const faces = coverParts(scene, [{ outline: MESH.oval, scale: 1.04 }], SOFT)
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    if (scene.subject[i] === 0) continue
    const step = stepped(luma[i]!, levels)
    const mean = Math.max(0.02, means[i]!)
    // What shines on a face is its skin: what has no skin's colour there is brighter or hair.
    const shine = faces[i]! * smoothstep(1, 1.1, form[i]! / mean)
    const bare = Math.max(smoothstep(0.2, 0.5, skin[i]!), shine) * (1 - own[i]!) * (1 - smoothstep(0.3, 0.7, hair[i]!))
    const glint = (1 - faces[i]!) * smoothstep(GLINT.from, GLINT.to, scene.luma[i]! - form[i]!)
    const light = form[i]! / mean
    const tone = toneOf(light) * (1 - MODELLED) + clamp(light, 0.6, 1.3) * MODELLED
    for (let c = 0; c < 3; c++) {
      const cloth = colour[at + c]! * (step / Math.max(0.01, luma[i]!))
      const hue = (colour[at + c]! / Math.max(0.02, luma[i]!)) * mean
      const flat = (tones[at + c]! + (hue - tones[at + c]!) * OWN_HUE) * tone
      const tint = flat + (scene.photo[at + c]! - flat) * glint
      const other = cloth + (colour[at + c]! - cloth) * own[i]!
      colour[at + c] = other + (tint - other) * bare
    }
  }
})

function toneOf(light: number): number {
  const shade = 1 + (SHADOW.tone - 1) * smoothstep(SHADOW.from + EDGE, SHADOW.from - EDGE, light)
  return shade + (LIGHT.tone - 1) * smoothstep(LIGHT.from - EDGE, LIGHT.from + EDGE, light)
}

function stepped(value: number, levels: number): number {
  const scaled = value * levels - 0.5
  const below = Math.floor(scaled)
  return Math.max(0, (below + smoothstep(0.4, 0.6, scaled - below) + 0.5) / levels)
}
