/** Tones by parallel lines, as a pen, a needle or a gouge gives them: they swell where it is darker, and taper off. */
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { type Canvas, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { hashNoise, valueNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { coverParts } from '../../sitter/cover-parts.js'
import { LIPS_OUTLINE } from '../../sitter/face-parts.js'
import { meanOnSkin } from '../../sitter/mean-on-skin.js'
import { sheetOf } from '../../sitter/sheet.js'

interface Lines {
  readonly from: number
  readonly full: number
  readonly share: number
  readonly angle: number
  /** In pixels. */
  readonly spacing: number
  readonly bend?: number
  readonly wobble?: number
  readonly ragged?: number
  readonly seed: number
}

/** Hills of the unevenness, in units. */
const HILL = 40
/** What lines bend around, in heights of the face, and without one in units. */
const [BENT, FACELESS] = [0.05, 15]

/** What lines bend around: the large forms. */
export const formOf = (dark: Float32Array, { width, height, faceHeight, unit }: Scene): Float32Array =>
  blur(dark, width, height, BENT * faceHeight || FACELESS * unit)

/** How much ink is where, 0..1; `dark`: 0 for paper, 1 for black. */
export function drawLines(dark: Float32Array, form: Float32Array, scene: Scene, options: Lines): Float32Array {
  const { from, full, share, angle, spacing, bend = 0, wobble = 0, ragged = 0, seed } = options
  const { width, height, unit } = scene
  const pitch = 1 / (HILL * unit)
  const uneven = valueNoisePlane(scene, { across: pitch, down: pitch }, seed + 81)
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / spacing, Math.sin(turn) / spacing]
  const out = new Float32Array(dark.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (dark[i]! < from - ragged) continue
      const at = (y - form[i]! * bend * unit) * cos - x * sin + (uneven[i]! - 0.5) * wobble
      const line = Math.round(at)
      const begins = from + (hashNoise(line, 0, seed) * 2 - 1) * ragged
      const wide = clamp01((dark[i]! - begins) / (full - from)) * share
      // An edge is a pixel wide; the thinnest lines are fainter instead.
      out[i] = clamp01((wide / 2 - Math.abs(at - line)) * spacing + 0.5) * clamp01(wide * spacing)
    }
  }
  return out
}

/** Of the forms on skin, in heights of the face. */
const FORM = 0.022
const MIDDLE = 0.58
/** How much of the lights: skin that shines is not light skin. */
const LIGHTS = 0.65
/** Forms count relative to the brightness of the skin, but not more than on skin this dark. */
const DARKEST = 0.3
/** Shaded eyes are not to glow. */
const WHITES = 0.4
/** How much of their own tones eyes and lips keep. */
const FEATURES = 0.6

/** 0..1. On skin only large forms count, from the brightness of the sitter's skin; lips as through a green filter; teeth and whites of eyes are paper. */
export function darknessOf({ colour }: Canvas, scene: Scene, { forms = 1 }: { readonly forms?: number }): Float32Array {
  const { width, height, skin, features, faceHeight } = scene
  const luma = lumaPlane(colour)
  if (faceHeight === 0) return luma.map((value) => 1 - value)
  const lips = coverParts(scene, [LIPS_OUTLINE])
  const soft = blur(luma, width, height, Math.max(1, FORM * faceHeight))
  const mean = meanOnSkin(luma, scene)
  const { teeth, whites } = sheetOf(scene)
  return luma.map((value, i) => {
    const seen = soft[i]! + (value - soft[i]!) * FEATURES * features[i]!
    const difference = ((seen - mean[i]!) / Math.max(DARKEST, mean[i]!)) * MIDDLE * forms
    const form = difference > 0 ? difference * LIGHTS : difference
    const onFace = value + (mean[i]! + form - value) * Math.min(1, skin[i]! + features[i]!)
    const tone = onFace + (Math.min(onFace, colour[i * 3 + 1]! / 255) - onFace) * lips[i]!
    return (1 - tone) * (1 - smoothstep(0.2, 0.6, Math.max(teeth[i]!, WHITES * whites[i]!)))
  })
}
