/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { CELL_BYTES, cellBytes, gatherPart, meanOfCells, sampleCells } from '../kernels/cells.js'
import { bytesAt, floatsAt, intsAt, reserve } from '../kernels/memory.js'
import { boxRadius } from '../raster/blur.js'
import { tapsFor } from '../raster/taps.js'
import type { PixelPaint } from './backdrop.js'
import type { Canvas } from './canvas.js'

/** A blur of this many cells hides that it was computed on cells. */
const CELLS_PER_SIGMA = 4
const BOXES = 3

/**
 * `part`: how much each pixel belongs to it, 0..1, or with `outside` how much it does not. Pixels are to be asked for row
 * by row, and before any other kernel runs: the blurred copy lies in the kernels' memory.
 */
export function blurWithin(
  { width, height, colour }: Canvas,
  part: Float32Array,
  sigma: number,
  side: 'inside' | 'outside' = 'inside',
): PixelPaint {
  const cell = Math.max(1, Math.floor(sigma / CELLS_PER_SIGMA))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const radius = boxRadius(sigma / cell)
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  const at = reserve({
    cells: columns * rows * CELL_BYTES,
    colour: colour.length,
    part: part.length * 4,
    ...cellBytes(columns, radius),
    low: width * 4,
    high: width * 4,
    parts: width * 4,
    line: width * 12 + 4,
  })
  bytesAt(at.colour, colour.length).set(colour)
  floatsAt(at.part, part.length).set(part)
  intsAt(at.low, width).set(across.low)
  intsAt(at.high, width).set(across.high)
  floatsAt(at.parts, width).set(across.part)
  gatherPart(at.colour, at.part, side === 'outside' ? 1 : 0, width, height, cell, columns, at.cells)
  for (let box = 0; box < BOXES; box++) meanOfCells(at.cells, columns, rows, radius, at.sums, at.leaving)
  const line = floatsAt(at.line, width * 3)
  const rowBytes = columns * CELL_BYTES
  let current = -1
  return (x, y, to) => {
    if (y !== current) {
      const [top, bottom] = [at.cells + down.low[y]! * rowBytes, at.cells + down.high[y]! * rowBytes]
      sampleCells(top, bottom, down.part[y]!, at.low, at.high, at.parts, width, at.line)
      current = y
    }
    to[0] = line[x * 3]!
    to[1] = line[x * 3 + 1]!
    to[2] = line[x * 3 + 2]!
  }
}
