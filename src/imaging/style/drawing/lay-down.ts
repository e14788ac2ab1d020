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
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const density = layer.density[i]!
      if (density < 0.01) continue
      const ink = coverage(density, toothAt(x, y), grain)
      for (let c = 0; c < 3; c++) {
        const under = colour[i * 3 + c]!
        const full = opaque ? pen[c]! : (under * pen[c]!) / 255
        colour[i * 3 + c] = under + (full - under) * ink
      }
    }
  }
}
