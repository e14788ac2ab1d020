/**
 * Cel shading: brightness in a few soft steps, and skin in one colour with its shadows, as a printer would lay it. On skin
 * the steps follow the large forms, so that no fold makes a blotch, and lie around its mean; eyes and mouth keep theirs.
 */
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { lumaOf, lumaPlane, type Rgb, setLuma } from '../pixels/canvas.js'
import { amount, defineStep } from '../step.js'

/** Of large forms, in heights of the face. */
const FORM = 0.03
/** How much of skin's own colour gives way to its mean. */
const FLAT = 0.45
/** How much of the forms is left in the light and in the shadows of skin: only shadows are shapes. */
const [IN_LIGHT, IN_SHADOW] = [0.85, 0.5]

export const shade = defineStep(
  {
    levels: amount(2, 12),
    /** 0: hard steps. */
    softness: amount(0, 1),
  },
  ({ width, height, colour }, { skin, features, faceHeight }, { levels = 5, softness = 0.3 }) => {
    const luma = lumaPlane(colour)
    const form = blur(luma, width, height, Math.max(1, FORM * faceHeight))
    const tone = meanOnSkin(colour, skin)
    const mean = lumaOf(...tone) / 255
    const centre = (Math.min(levels - 1, Math.floor(mean * levels)) + 0.5) / levels - mean
    for (let i = 0; i < luma.length; i++) {
      const [own, drawn] = [luma[i]!, features[i]!]
      const bare = skin[i]! * (1 - drawn)
      const value = own + (form[i]! - own) * bare
      const step = stepped(value + centre * skin[i]!, levels, softness) - centre * skin[i]!
      const flat = step + (form[i]! - step) * (form[i]! > mean ? IN_LIGHT : IN_SHADOW) * bare
      for (let c = 0; c < 3; c++) {
        const ofTone = (tone[c]! / Math.max(0.01, mean)) * own
        colour[i * 3 + c] = colour[i * 3 + c]! + (ofTone - colour[i * 3 + c]!) * FLAT * bare
      }
      setLuma(colour, i * 3, flat + (own - flat) * drawn)
    }
  },
)

function meanOnSkin(colour: Uint8ClampedArray, skin: Float32Array): Rgb {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 1e-6
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.5) continue
    for (let c = 0; c < 3; c++) sums[c]! += colour[i * 3 + c]!
    count++
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

function stepped(value: number, levels: number, softness: number): number {
  const scaled = value * levels
  const step = Math.min(levels - 1, Math.floor(scaled))
  const within = scaled - step - 0.5
  const edge = Math.max(0.02, softness) * 0.5
  // Flat in the middle of a step, steep at its borders.
  const moved = Math.sign(within) * Math.max(0, Math.abs(within) - (0.5 - edge)) * (0.5 / edge)
  return clamp01((step + 0.5 + moved) / levels)
}
