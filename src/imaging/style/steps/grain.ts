/** Film grain, strongest in the midtones. */
import { light } from '../blend.js'
import { type Canvas, lumaOf, lumaPlane } from '../canvas.js'
import { hashNoise, valueNoiseRows } from '../noise.js'
import { amount, defineStep, flag, share } from '../step.js'

export const grain = defineStep(
  { amount: share(), size: amount(0.5, 6), coloured: flag() },
  (canvas, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * scene.unit)
    if (coloured) addColoured(canvas, scale, strength, scene.seed)
    else addGrey(canvas, scale, strength, scene.seed)
  },
)

/** How far grain changes a pixel of this brightness, 0..1. */
const contrastAt = (luma: number, strength: number): number => 110 * strength * (0.35 + 2.6 * luma * (1 - luma))

function addGrey(canvas: Canvas, scale: number, strength: number, seed: number): void {
  const { width, height } = canvas
  const luma = lumaPlane(canvas.colour)
  const rows = grainRows(width, scale, seed)
  light(canvas, (factors, added) => {
    factors.fill(1)
    for (let y = 0, i = 0; y < height; y++) {
      const row = rows(y)
      for (let x = 0; x < width; x++, i++) added[i] = (row[x]! - 0.5) * contrastAt(luma[i]!, strength)
    }
  })
}

function addColoured({ width, height, colour }: Canvas, scale: number, strength: number, seed: number): void {
  const [reds, greens, blues] = [0, 31, 62].map((more) => grainRows(width, scale, seed + more))
  for (let y = 0, at = 0; y < height; y++) {
    const [red, green, blue] = [reds!(y), greens!(y), blues!(y)]
    for (let x = 0; x < width; x++, at += 3) {
      const contrast = contrastAt(lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255, strength)
      colour[at] = colour[at]! + (red[x]! - 0.5) * contrast
      colour[at + 1] = colour[at + 1]! + (green[x]! - 0.5) * contrast
      colour[at + 2] = colour[at + 2]! + (blue[x]! - 0.5) * contrast
    }
  }
}

function grainRows(width: number, scale: number, seed: number): (y: number) => Float64Array {
  // Grains as small as pixels have no slopes.
  if (scale > 0.9) {
    const row = new Float64Array(width)
    return (y) => {
      for (let x = 0; x < width; x++) row[x] = hashNoise(x, y, seed)
      return row
    }
  }
  const rows = valueNoiseRows(width, scale, seed)
  return (y) => {
    const row = rows(y * scale)
    for (let x = 0; x < width; x++) row[x] = row[x]! * 1.4 - 0.2
    return row
  }
}
