/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { filled, hold, kernels } from '../../kernels/room.js'
import type { Canvas } from './canvas.js'
import { onCells } from './cell-grid.js'

/** `part`: how much each pixel belongs to it, 0..1. */
export function blurWithin(canvas: Canvas, part: Float32Array, sigma: number): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const blurred = new Uint8ClampedArray(colour.length)
  hold({ blurred: filled(blurred) }, (held) => {
    onCells(canvas, sigma, {
      gather: (cells, cell, columns) => kernels.gatherPart(colour, part, 0, width, height, cell, columns, cells),
      readRow: (y, between) => kernels.sampleCells(...between, null, 0, held.blurred.at(y * width * 3)),
    })
  })
  return blurred
}

/** Of both sides of a part: neither bleeds into the other. */
export function blurApart(canvas: Canvas, part: Float32Array, sigma: number): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const blurred = new Uint8ClampedArray(colour.length)
  hold({ blurred: filled(blurred), colour, part }, (held) => {
    for (const outside of [1, 0]) {
      onCells(canvas, sigma, {
        gather: (cells, cell, columns) =>
          kernels.gatherPart(held.colour, held.part, outside, width, height, cell, columns, cells),
        readRow: (y, between) =>
          kernels.sampleCells(...between, held.part.at(y * width), outside, held.blurred.at(y * width * 3)),
      })
    }
  })
  return blurred
}
