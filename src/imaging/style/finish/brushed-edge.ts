/** Bare paper around the picture, where the brush that spread the coating ended: wavy, and streaked along its sides. */
import { mixInColour } from '../pixels/blend.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { cloudNoise, valueNoise } from '../pixels/noise.js'
import { amount, defineStep, hex } from '../step.js'

/** How far apart strokes end, how broad one is, and how far its bristles reach beyond it, in widths of the margin. */
const RAGGED = 0.9
const STROKE = 2.6
const BRISTLES = 0.45

export const brushedEdge = defineStep(
  {
    colour: hex(),
    /** Width of the margin, in shorter sides of the picture. */
    margin: amount(0.005, 0.2),
  },
  (canvas, { seed }, { colour, margin = 0.03 }) => {
    const { width, height } = canvas
    const wide = margin * Math.min(width, height)
    const reach = wide * (1 + RAGGED + BRISTLES)
    const [bristles, ends] = [cloudNoise(seed + 71), valueNoise(seed + 70)]
    const edgeAt = (along: number, side: number): number =>
      wide * (0.5 + RAGGED * ends(along / (wide * STROKE), side * 7))
    mixInColour(canvas, hexColour(colour), (shares) => {
      const [tops, bottoms] = [1, 2].map((side) =>
        Float32Array.from({ length: width }, (_, x) => edgeAt(x / 3, side)),
      ) as [Float32Array, Float32Array]
      for (let y = 0, i = 0; y < height; y++) {
        const [left, right] = [edgeAt(y / 3, 3), edgeAt(y / 3, 4)]
        for (let x = 0; x < width; x++, i++) {
          shares[i] = 0
          if (Math.min(x, width - 1 - x, y, height - 1 - y) > reach) continue
          const beside = Math.min(x - left, width - 1 - x - right)
          const above = Math.min(y - tops[x]!, height - 1 - y - bottoms[x]!)
          // Bristles run along the nearest edge.
          const [along, across] = beside < above ? [y, x] : [x, y]
          const dry = (bristles(along / (wide * STROKE), across / (wide * 0.14)) - 0.5) * 2 * wide * BRISTLES
          shares[i] = 1 - smoothstep(-0.08 * wide, 0.18 * wide, Math.min(beside, above) + dry)
        }
      }
    })
  },
)
