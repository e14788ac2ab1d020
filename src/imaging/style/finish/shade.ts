/** Cel shading: brightness in a few soft steps. */
import { clamp01 } from '../../raster/clamp.js'
import { lumaOf, setLuma } from '../pixels/canvas.js'
import { amount, defineStep } from '../step.js'

export const shade = defineStep(
  {
    levels: amount(2, 12),
    /** 0: hard steps. */
    softness: amount(0, 1),
  },
  ({ colour }, _scene, { levels = 5, softness = 0.3 }) => {
    const table = Float32Array.from({ length: 256 }, (_, value) => stepped(value / 255, levels, softness))
    for (let at = 0; at < colour.length; at += 3) {
      setLuma(colour, at, table[Math.round(lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!))]!)
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
