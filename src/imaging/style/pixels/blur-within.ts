/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { gatherPart, sampleCells } from '../../kernels/cells.js'
import { bytesAt, floatsAt } from '../../kernels/memory.js'
import type { Canvas } from './canvas.js'
import { cellGrid } from './cell-grid.js'

/**
 * `part`: how much each pixel belongs to it, 0..1, or with `outside` how much it does not; `well-inside` leaves out what
 * only partly belongs.
 */
export function blurWithin(
  canvas: Canvas,
  part: Float32Array,
  sigma: number,
  side: 'inside' | 'well-inside' | 'outside' = 'inside',
): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const { columns, cell, at, blur, rowsAt } = cellGrid(canvas, sigma, { colour: colour.length, part: part.length * 4 })
  bytesAt(at.colour, colour.length).set(colour)
  floatsAt(at.part, part.length).set(part)
  const [outside, sure] = [Number(side === 'outside'), Number(side === 'well-inside')]
  gatherPart(at.colour, at.part, outside, sure, width, height, cell, columns, at.cells)
  blur()
  for (let y = 0; y < height; y++) {
    const { top, bottom, part: down } = rowsAt(y)
    sampleCells(top, bottom, down, columns, at.low, at.parts, width, at.line, at.colour + y * width * 3)
  }
  return new Uint8ClampedArray(bytesAt(at.colour, colour.length))
}
