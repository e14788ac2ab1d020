/** Colour grading: exposure, contrast, warmth, faded blacks, tinted shadows and highlights. */
import { Type } from 'typebox'
import { changed, kernels } from '../../kernels/room.js'
import { clamp01 } from '../../raster/clamp.js'
import { hexColour } from '../pixels/canvas.js'
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
    /** How strongly both colours tint: shadows are lightened towards theirs, highlights darkened towards theirs. */
    tint: share(),
    /** How much of the skin's own hue stays. */
    skin: share(),
    /** Channel mixer: how much red, green and blue contribute to grey in a black-and-white picture. */
    mixer: Type.Optional(Type.Tuple([Type.Number(), Type.Number(), Type.Number()])),
  },
  ({ colour }, scene, options) => {
    const { exposure = 0, contrast = 1, saturation = 1, warmth = 0, fade = 0, tint = 0, skin = 0, mixer } = options
    const [dark, light] = [hexColour(options.shadows ?? '#202840'), hexColour(options.highlights ?? '#fff0d8')]
    const curve = Float32Array.from(
      { length: 256 },
      (_, value) => toneCurve(value / 255, exposure, contrast, fade) * 255,
    )
    // Four values each: a vector of the kernel, whose last one is not used.
    const settings = [
      mixer ?? LUMA,
      [1 + warmth * 0.16, 1, 1 - warmth * 0.18],
      dark.map((value) => (value / 255) * 0.45),
      light.map((value) => 1 - value / 255),
    ]
    const vectors = Float32Array.from(settings.flatMap((ofChannels) => [...ofChannels, 0]))
    kernels.gradeColours(changed(colour), colour.length / 3, curve, vectors, saturation, tint)
    // However strong a grade is, skin stays skin, and does not turn orange.
    const skins = [scene.photo, scene.skin, scene.skin.length] as const
    if (saturation > 0) kernels.keepSkinColours(changed(colour), ...skins, skin, MOST, KNEE)
  },
)

/** The most chroma of skin, as a distance from grey in levels; a sitter who has more in the photo keeps it. */
const MOST = 67
/** Chroma is held back from this share of the most on. */
const KNEE = 0.7

/** Rec. 601. */
const LUMA = [0.299, 0.587, 0.114]

function toneCurve(value: number, exposure: number, contrast: number, fade: number): number {
  const exposed = clamp01(value * 2 ** exposure)
  // An S curve around the middle does not clip, like film.
  const bent = exposed < 0.5 ? 0.5 * (2 * exposed) ** contrast : 1 - 0.5 * (2 - 2 * exposed) ** contrast
  return fade * 0.18 + bent * (1 - fade * 0.24)
}
