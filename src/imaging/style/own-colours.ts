/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: they are
 * taken from a little further inside. Before any other background no rim of the old one is left.
 */
import { blurWithin } from './blur-within.js'
import { type Canvas, mixPixel, smoothstep } from './canvas.js'
import type { Scene } from './scene.js'

/** How far colours are carried outwards, in pixels of a picture of one megapixel. */
const REACH = 7

export function keepOwnColours(canvas: Canvas, { subject, hasSubject, unit }: Scene, strength = 1): void {
  if (!hasSubject) return
  const { width, height, colour } = canvas
  const core = new Float32Array(subject.length)
  for (let i = 0; i < core.length; i++) {
    const squared = subject[i]! * subject[i]!
    core[i] = squared * squared * squared
  }
  const inside = blurWithin(canvas, core, REACH * unit)
  const pixel: [number, number, number] = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const opacity = subject[i]!
      if (opacity < 0.02 || opacity > 0.99) continue
      inside(x, y, pixel)
      mixPixel(colour, i * 3, pixel, smoothstep(1, 0.7, opacity) * strength)
    }
  }
}
