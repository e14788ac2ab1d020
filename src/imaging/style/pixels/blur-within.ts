/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { filled, hold, kernels } from '../../kernels/room.js'
import type { Canvas } from './canvas.js'
import { onCells } from './cell-grid.js'

/** `part`: how much each pixel belongs to it, 0..1; `sides`: of what is in it (0), and of what is not (1). */
export function blurWithin(canvas: Canvas, part: Float32Array, sigma: number, sides = [0]): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const blurred = new Uint8ClampedArray(colour.length)
  hold({ blurred: filled(blurred), colour, part }, (held) => {
    for (const side of sides) {
      onCells(canvas, sigma, {
        gather: (cells, cell, columns) =>
          kernels.gatherPart(held.colour, held.part, side, width, height, cell, columns, cells),
        readRow: (y, between) => {
          const shares = sides.length > 1 ? held.part.at(y * width) : null
          kernels.sampleCells(...between, shares, side, held.blurred.at(y * width * 3))
        },
      })
    }
  })
  return blurred
}

/** Of both sides of a part: neither bleeds into the other. */
export const blurApart = (canvas: Canvas, part: Float32Array, sigma: number): Uint8ClampedArray =>
  blurWithin(canvas, part, sigma, [1, 0])
