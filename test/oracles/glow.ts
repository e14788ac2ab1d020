/** Glowing highlights, plane by plane: what kernels/glow.ts does. */
import type { Canvas } from '../../src/imaging/style/pixels/canvas.js'
import { blurOnCells } from './cells.js'

export function glow(canvas: Canvas, sigma: number, strength: number, threshold: number): void {
  const { colour } = canvas
  for (let c = 0; c < 3; c++) {
    const bright = Array.from({ length: colour.length / 3 }, (_, i) =>
      Math.max(0, (colour[i * 3 + c]! / 255 - threshold) / (1 - threshold)),
    )
    const light = blurOnCells(bright, canvas, sigma, 'mean')
    for (let i = 0; i < light.length; i++) {
      const at = i * 3 + c
      colour[at] = 255 - (255 - colour[at]!) * (1 - Math.min(1, light[i]! * strength))
    }
  }
}
