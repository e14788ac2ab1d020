/** Small calculations with colours. */
import type { Rgb } from './canvas.js'

export const scaled = ([r, g, b]: Rgb, factor: number): Rgb => [r * factor, g * factor, b * factor]

export const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

export function meanOf(colours: readonly Rgb[], otherwise: Rgb): Rgb {
  if (colours.length === 0) return otherwise
  const mean = (c: 0 | 1 | 2): number => colours.reduce((sum, colour) => sum + colour[c], 0) / colours.length
  return [mean(0), mean(1), mean(2)]
}

/** The colour at a place, 0..1, of a gradient through several. */
export function gradientAt(to: Float32Array | number[], colours: readonly Rgb[], place: number): void {
  const at = Math.min(colours.length - 1.001, Math.max(0, place * (colours.length - 1)))
  const low = Math.floor(at)
  for (let c = 0; c < 3; c++) to[c] = colours[low]![c]! + (colours[low + 1]![c]! - colours[low]![c]!) * (at - low)
}
