/** Pigment of a layer onto the canvas, through the tooth of the paper. */
import type { Canvas, Rgb } from '../canvas.js'
import { coverage, type Tooth } from '../tooth.js'
import type { Layer } from './stroke.js'

export interface Pigment {
  readonly colour: Rgb
  /** An opaque one hides what is under it; a glaze only takes light away. */
  readonly opaque: boolean
  readonly grain: number
}

export function layDown(canvas: Canvas, layer: Layer, toothAt: Tooth, { colour: pen, opaque, grain }: Pigment): void {
  const { width, height, colour } = canvas
  const [red, green, blue] = pen
  // A glaze passes so much of each light; an opaque pigment has its own colour, whatever is under it.
  const [passes, own] = opaque ? [0, 1] : [1 / 255, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const density = layer.density[i]!
      if (density < 0.01) continue
      const ink = coverage(density, toothAt(x, y), grain)
      if (ink === 0) continue
      const at = i * 3
      const [r, g, b] = [colour[at]!, colour[at + 1]!, colour[at + 2]!]
      colour[at] = r + (red * (own + r * passes) - r) * ink
      colour[at + 1] = g + (green * (own + g * passes) - g) * ink
      colour[at + 2] = b + (blue * (own + b * passes) - b) * ink
    }
  }
}
