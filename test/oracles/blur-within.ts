/** A blur of one part of a picture, plane by plane: what kernels/cells.ts does. */
import type { Canvas } from '../../src/imaging/style/pixels/canvas.js'
import { blurOnCells } from './cells.js'

export function blurWithin(canvas: Canvas, part: Float32Array, sigma: number): number[] {
  const planes = [0, 1, 2, 3].map((c) => {
    const weighted = part.map((share, i) => (c < 3 ? canvas.colour[i * 3 + c]! : 1) * (share ** 2 + 1e-4))
    return blurOnCells(weighted, canvas, sigma, 'sum')
  })
  return Array.from(part, (_, i) => [0, 1, 2].map((c) => planes[c]![i]! / planes[3]![i]!)).flat()
}
