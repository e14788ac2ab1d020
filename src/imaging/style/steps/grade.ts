/** Colour grading: exposure, contrast, warmth, faded blacks, tinted shadows and highlights. */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { hexColour, lumaOf, smoothstep } from '../canvas.js'
import { amount, defineStep, hex, share } from '../step.js'

export const grade = defineStep(
  {
    /** In stops. */
    exposure: amount(-2, 2),
    contrast: amount(0.3, 3),
    saturation: amount(0, 3),
    /** Negative is cold. */
    warmth: amount(-1, 1),
    /** Lifts blacks towards grey. */
    fade: share(),
    shadows: Type.Optional(hex()),
    highlights: Type.Optional(hex()),
    /** How strongly both colours tint shadows and highlights. */
    tint: share(),
    /** Channel mixer: how much red, green and blue contribute to grey in a black-and-white picture. */
    mixer: Type.Optional(Type.Tuple([Type.Number(), Type.Number(), Type.Number()])),
  },
  ({ colour }, _scene, options) => {
    const { exposure = 0, contrast = 1, saturation = 1, warmth = 0, fade = 0, tint = 0, mixer } = options
    const [dark, light] = [hexColour(options.shadows ?? '#202840'), hexColour(options.highlights ?? '#fff0d8')]
    const curve = Float32Array.from(
      { length: 256 },
      (_, value) => toneCurve(value / 255, exposure, contrast, fade) * 255,
    )
    const [gainRed, gainBlue] = [1 + warmth * 0.16, 1 - warmth * 0.18]
    for (let at = 0; at < colour.length; at += 3) {
      let [r, g, b] = [curve[colour[at]!]!, curve[colour[at + 1]!]!, curve[colour[at + 2]!]!]
      const grey = mixer ? Math.max(0, r * mixer[0] + g * mixer[1] + b * mixer[2]) : lumaOf(r, g, b)
      r = (grey + (r - grey) * saturation) * gainRed
      g = grey + (g - grey) * saturation
      b = (grey + (b - grey) * saturation) * gainBlue
      if (tint > 0) {
        const lit = smoothstep(0.15, 0.85, grey / 255)
        const [low, high] = [tint * (1 - lit), tint * lit]
        r = splitTone(r, dark[0], low, light[0], high)
        g = splitTone(g, dark[1], low, light[1], high)
        b = splitTone(b, dark[2], low, light[2], high)
      }
      colour[at] = r
      colour[at + 1] = g
      colour[at + 2] = b
    }
  },
)

function toneCurve(value: number, exposure: number, contrast: number, fade: number): number {
  const exposed = clamp01(value * 2 ** exposure)
  // An S curve around the middle does not clip, like film.
  const bent = exposed < 0.5 ? 0.5 * (2 * exposed) ** contrast : 1 - 0.5 * (2 - 2 * exposed) ** contrast
  return fade * 0.18 + bent * (1 - fade * 0.24)
}

/** Lightens shadows towards their colour and darkens highlights towards theirs. */
function splitTone(value: number, dark: number, low: number, light: number, high: number): number {
  const lifted = value + (255 - value) * (dark / 255) * low * 0.45
  return lifted * (1 - high * (1 - light / 255))
}
