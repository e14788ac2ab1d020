/** Cel shading: brightness in a few soft steps. On skin they follow the large forms, so that no fold makes a blotch; eyes and mouth keep theirs. */
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { lumaPlane, setLuma } from '../pixels/canvas.js'
import { amount, defineStep } from '../step.js'

/** Of large forms, in heights of the face. */
const FORM = 0.03

export const shade = defineStep(
  {
    levels: amount(2, 12),
    /** 0: hard steps. */
    softness: amount(0, 1),
  },
  ({ width, height, colour }, { skin, features, faceHeight }, { levels = 5, softness = 0.3 }) => {
    const luma = lumaPlane(colour)
    const form = blur(luma, width, height, Math.max(1, FORM * faceHeight))
    for (let i = 0; i < luma.length; i++) {
      const [own, drawn] = [luma[i]!, features[i]!]
      const step = stepped(own + (form[i]! - own) * skin[i]! * (1 - drawn), levels, softness)
      setLuma(colour, i * 3, step + (own - step) * drawn)
    }
  },
)

function stepped(value: number, levels: number, softness: number): number {
  const scaled = value * levels
  const step = Math.min(levels - 1, Math.floor(scaled))
  const within = scaled - step - 0.5
  const edge = Math.max(0.02, softness) * 0.5
  // Flat in the middle of a step, steep at its borders.
  const moved = Math.sign(within) * Math.max(0, Math.abs(within) - (0.5 - edge)) * (0.5 / edge)
  return clamp01((step + 0.5 + moved) / levels)
}
