/**
 * Every sitter keeps their skin tone: on skin (and, more gently, on hair) the picture's coarse brightness is brought
 * back to that of the photo, while strokes stay. Darkening multiplies, like a wash on paper, so that lines stay
 * visible.
 */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { lumaOf, lumaPlane } from '../canvas.js'
import { amount, defineStep, share } from '../step.js'

export const tone = defineStep(
  {
    skin: share(),
    hair: share(),
    /** Everywhere on the subject. */
    subject: share(),
    /** How much of the skin's own hue comes back. */
    colour: share(),
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for everybody. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** What counts as coarse, relative to the height of the face. */
    scale: amount(0.005, 0.3),
  },
  (canvas, scene, { skin = 0.85, hair = 0.4, subject = 0, colour: hue = 0, range, scale = 0.06 }) => {
    if (scene.faceHeight === 0) return
    const { width, height, colour } = canvas
    const sigma = Math.max(1.5, scene.faceHeight * scale)
    const [low = 0, high = 1] = range ?? []
    const weights = new Float32Array(scene.luma.length)
    for (let i = 0; i < weights.length; i++)
      weights[i] = Math.max(scene.skin[i]! * skin, scene.hair[i]! * hair, scene.subject[i]! * subject)
    // A new background must not count: skin before a bright wall would be darkened.
    const coarse = coarsely(weights, width, height, sigma)
    const photoLuma = coarse(scene.luma)
    const currentLuma = coarse(lumaPlane(colour))
    for (let i = 0, at = 0; i < weights.length; i++, at += 3) {
      if (weights[i]! > 0.004) {
        const target = currentLuma[i]! + (low + (high - low) * photoLuma[i]! - currentLuma[i]!) * weights[i]!
        if (target < currentLuma[i]!) darken(colour, at, target / Math.max(0.02, currentLuma[i]!))
        else lighten(colour, at, (1 - target) / Math.max(0.02, 1 - currentLuma[i]!))
      }
      if (hue > 0 && scene.skin[i]! > 0.004) mixHue(colour, at, scene.photo, hue * scene.skin[i]!)
    }
  },
)

/** The mean around each pixel of what has weight. */
function coarsely(weights: Float32Array, width: number, height: number, sigma: number) {
  const total = blur(weights, width, height, sigma)
  return (plane: Float32Array): Float32Array => {
    const weighted = new Float32Array(plane.length)
    for (let i = 0; i < weighted.length; i++) weighted[i] = plane[i]! * weights[i]!
    const mean = blur(weighted, width, height, sigma)
    for (let i = 0; i < mean.length; i++) mean[i] = total[i]! > 1e-4 ? mean[i]! / total[i]! : plane[i]!
    return mean
  }
}

function darken(colour: Uint8ClampedArray, at: number, factor: number): void {
  for (let c = at; c < at + 3; c++) colour[c] = colour[c]! * factor
}

function lighten(colour: Uint8ClampedArray, at: number, factor: number): void {
  for (let c = at; c < at + 3; c++) colour[c] = 255 - (255 - colour[c]!) * factor
}

function mixHue(colour: Uint8ClampedArray, at: number, photo: Uint8Array, share: number): void {
  const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)
  const original = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
  for (let c = at; c < at + 3; c++) colour[c] = colour[c]! * (1 - share) + (luma + photo[c]! - original) * share
}
