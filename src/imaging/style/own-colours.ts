/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: they are
 * taken from a little further inside. Before any other background no rim of the old one is left.
 */
import { blur } from '../raster/blur.js'
import type { Canvas } from './canvas.js'
import type { Scene } from './scene.js'

/** How far colours are carried outwards, in pixels of a picture of one megapixel. */
const REACH = 5
const SOLID = 0.97

export function keepOwnColours({ width, height, colour }: Canvas, { subject, hasSubject, unit }: Scene): void {
  if (!hasSubject) return
  const weight = subject.map((value) => (value > SOLID ? 1 : value ** 8 * 0.02 + 1e-6))
  const total = blur(weight, width, height, REACH * unit)
  for (let c = 0; c < 3; c++) {
    const plane = new Float32Array(weight.length)
    for (let i = 0; i < plane.length; i++) plane[i] = colour[i * 3 + c]! * weight[i]!
    const inner = blur(plane, width, height, REACH * unit)
    for (let i = 0; i < plane.length; i++) {
      if (subject[i]! > SOLID || subject[i]! < 0.004) continue
      const kept = subject[i]! ** 3
      colour[i * 3 + c] = colour[i * 3 + c]! * kept + (inner[i]! / Math.max(1e-9, total[i]!)) * (1 - kept)
    }
  }
}
