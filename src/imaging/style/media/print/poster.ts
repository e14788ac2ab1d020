/**
 * A poster in a few flat tones with large, clean shapes. On skin the steps between tones lie where this person's light and
 * shade are, so that every face has form; how dark the person is still decides which tones there are more of. Eyes, brows,
 * glasses and mouth are made of the same tones, from the sitter's own lines.
 */
import { Type } from 'typebox'
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { type Canvas, hexColour, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { sheetOf } from '../../sitter/sheet.js'
import { defineStep, hex } from '../../step.js'

/** How much the steps follow the person's own skin, instead of being the same for all. */
const PERSONAL = 0.72
/** What is finer than this becomes part of its surroundings on skin, in heights of the face. */
const CALM = 0.032

export const poster = defineStep(
  {
    /** From dark to light. */
    colours: Type.Array(hex(), { minItems: 3, maxItems: 6 }),
  },
  (canvas, scene, { colours }) => {
    const inks = colours.map(hexColour)
    const luma = calmLuma(canvas, scene, scene.faceHeight * CALM)
    const common = inks.slice(1).map((_, k) => (k + 1) / inks.length)
    const own = ranksOnSkin(luma, scene, common.length)
    const steps = common.map((level, k) => (own ? level + (own[k]! - level) * PERSONAL : level))
    drawSitter(luma, scene, steps[0]! + 0.01)
    const { colour, width } = canvas
    for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
      const onSkin = scene.skin[i]!
      // Borders between tones are a pixel wide, however slowly the brightness changes.
      const slope = Math.abs((luma[i + 1] ?? 0) - luma[i]!) + Math.abs((luma[i + width] ?? 0) - luma[i]!)
      let tone = 0
      for (let k = 0; k < steps.length; k++) {
        const level = common[k]! * 0.86 + (steps[k]! - common[k]! * 0.86) * onSkin
        tone += clamp01((luma[i]! - level) / Math.max(LEAST_SLOPE, slope) + 0.5)
      }
      const low = Math.min(inks.length - 1, Math.floor(tone))
      const high = Math.min(inks.length - 1, low + 1)
      for (let c = 0; c < 3; c++) colour[at + c] = inks[low]![c]! + (inks[high]![c]! - inks[low]![c]!) * (tone - low)
    }
  },
)

const LEAST_SLOPE = 0.0015
/** Fainter lines are folds of the skin. */
const DRAWN = [0.3, 0.6] as const

/** Of eyes, relative to the lightest tone. */
const WHITE = 0.74

/** Lines are as dark as can be, teeth as light. The darkest tone is theirs alone: shadows on skin would be holes. */
function drawSitter(luma: Float32Array, scene: Scene, darkest: number): void {
  const { lines, whites, teeth } = sheetOf(scene)
  for (let i = 0; i < luma.length; i++) {
    const shadow = Math.max(luma[i]!, luma[i]! + (darkest - luma[i]!) * smoothstep(0.3, 0.6, scene.skin[i]!))
    const lit = Math.max(teeth[i]!, whites[i]! * WHITE)
    luma[i] = Math.max(shadow * (1 - smoothstep(...DRAWN, lines[i]!)), lit)
  }
}

/** Calm enough for clean edges, calmest on skin, where small shapes would be blotches. */
function calmLuma({ colour, width, height }: Canvas, { skin, unit }: Scene, sigma: number): Float32Array {
  const luma = lumaPlane(colour)
  const fine = blur(luma, width, height, 3 * unit)
  const calm = blur(luma, width, height, Math.max(3 * unit, sigma))
  for (let i = 0; i < luma.length; i++) luma[i] = fine[i]! + (calm[i]! - fine[i]!) * skin[i]!
  return luma
}

/** Levels that certain shares of the skin are darker than: deep shadows are small. */
function ranksOnSkin(luma: Float32Array, { skin }: Scene, count: number): number[] | undefined {
  const onSkin: number[] = []
  for (let i = 0; i < luma.length; i += 3) if (skin[i]! > 0.6) onSkin.push(luma[i]!)
  if (onSkin.length < 100) return undefined
  const sorted = Float32Array.from(onSkin).sort()
  return Array.from({ length: count }, (_, k) => sorted[Math.floor(((k + 0.3) / (count - 0.05)) * sorted.length)]!)
}
