/** Maps brightness to colours: two make a duotone, many a poster. */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { hexColour, lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { amount, defineStep, flag, hex, share } from '../step.js'

export const palette = defineStep(
  {
    /** From dark to light. */
    colours: Type.Array(hex(), { minItems: 2, maxItems: 8 }),
    mix: share(),
    /** Flat colours with borders of this softness; default: a continuous gradient. */
    soft: share(),
    contrast: amount(0.3, 3),
    brightness: amount(-0.5, 0.5),
    /** Only behind the subject. */
    behind: flag(),
  },
  ({ colour }, { subject }, { colours, mix = 1, soft, contrast = 1, brightness = 0, behind = false }) => {
    const table = colourTable(colours.map(hexColour), soft)
    for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
      const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
      const index = Math.round(clamp01((luma - 0.5) * contrast + 0.5 + brightness) * 255) * 3
      const share = behind ? mix * (1 - subject[i]!) : mix
      colour[at] = colour[at]! + (table[index]! - colour[at]!) * share
      colour[at + 1] = colour[at + 1]! + (table[index + 1]! - colour[at + 1]!) * share
      colour[at + 2] = colour[at + 2]! + (table[index + 2]! - colour[at + 2]!) * share
    }
  },
)

function colourTable(colours: readonly Rgb[], soft: number | undefined): Float32Array {
  const table = new Float32Array(256 * 3)
  for (let value = 0; value < 256; value++) {
    const at = soft === undefined ? (value / 255) * (colours.length - 1) : flatPlace(value / 255, colours.length, soft)
    const low = Math.min(colours.length - 1, Math.floor(at))
    const high = Math.min(colours.length - 1, low + 1)
    for (let c = 0; c < 3; c++) {
      table[value * 3 + c] = colours[low]![c]! + (colours[high]![c]! - colours[low]![c]!) * (at - low)
    }
  }
  return table
}

function flatPlace(value: number, count: number, soft: number): number {
  const scaled = value * count
  const border = Math.round(scaled)
  if (border < 1 || border > count - 1) return Math.min(count - 1, Math.floor(scaled))
  const width = Math.max(0.02, soft * 0.5)
  return border - 1 + smoothstep(border - width, border + width, scaled)
}
