/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { gatherPart, sampleBoth, sampleCells, softenCells } from '../kernels/cells.js'
import { type Address, bytesAt, floatsAt, intsAt, reserve } from '../kernels/memory.js'
import { tapsFor } from '../raster/taps.js'
import type { PixelPaint } from './backdrop.js'
import type { Canvas } from './canvas.js'

/** Colours times weights, and weights: four floats. */
const CELL_BYTES = 16

/**
 * `part`: how much each pixel belongs to it, 0..1, or with `outside` how much it does not. Pixels are to be asked for row
 * by row, and before any other kernel runs: the blurred copy lies in the kernels' memory.
 */
export function blurWithin(
  canvas: Canvas,
  part: Float32Array,
  sigma: number,
  side: 'inside' | 'outside' = 'inside',
): PixelPaint {
  const { width } = canvas
  const { at, rowsAt, blurSide } = openCells(canvas, part, sigma)
  blurSide(side, at.cells)
  const line = floatsAt(at.out, width * 3)
  let current = -1
  return (x, y, to) => {
    if (y !== current) {
      const { top, bottom, v } = rowsAt(y)
      sampleCells(top, bottom, v, at.low, at.high, at.parts, width, at.out)
      current = y
    }
    to[0] = line[x * 3]!
    to[1] = line[x * 3 + 1]!
    to[2] = line[x * 3 + 2]!
  }
}

/** The whole picture: what is inside the part and what is outside of it, each blurred for itself. */
export function blurBothSides(canvas: Canvas, part: Float32Array, sigma: number): Uint8ClampedArray {
  const { width, height, colour } = canvas
  const { at, rowsAt, blurSide, cellBytes } = openCells(canvas, part, sigma)
  blurSide('inside', at.cells)
  blurSide('outside', at.cells + cellBytes)
  for (let y = 0; y < height; y++) {
    const { top, bottom, v } = rowsAt(y)
    const [own, out] = [at.part + y * width * 4, at.colour + y * width * 3]
    sampleBoth(top, bottom, v, cellBytes, at.low, at.high, at.parts, own, width, out)
  }
  return new Uint8ClampedArray(bytesAt(at.colour, colour.length))
}

/** The picture in the kernels' memory, with room for the cells of both sides. */
function openCells({ width, height, colour }: Canvas, part: Float32Array, sigma: number) {
  const cell = cellFor(sigma)
  const weights = weightsFor(sigma / cell)
  const radius = weights.length - 1
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  const rowBytes = columns * CELL_BYTES
  const cellBytes = rows * rowBytes
  const at = reserve({
    cells: cellBytes * 2,
    across: cellBytes,
    colour: colour.length + 1,
    part: part.length * 4,
    weights: weights.length * 4,
    line: rowBytes + 2 * radius * CELL_BYTES,
    low: width * 4,
    high: width * 4,
    parts: width * 4,
    out: width * 12,
  })
  bytesAt(at.colour, colour.length).set(colour)
  floatsAt(at.part, part.length).set(part)
  floatsAt(at.weights, weights.length).set(weights)
  intsAt(at.low, width).set(across.low)
  intsAt(at.high, width).set(across.high)
  floatsAt(at.parts, width).set(across.part)
  const blurSide = (side: 'inside' | 'outside', cells: Address): void => {
    gatherPart(at.colour, at.part, side === 'outside' ? 1 : 0, width, height, cell, columns, cells)
    softenCells(cells, columns, rows, at.weights, radius, at.line, at.across)
  }
  const rowsAt = (y: number) => ({
    top: at.cells + down.low[y]! * rowBytes,
    bottom: at.cells + down.high[y]! * rowBytes,
    v: down.part[y]!,
  })
  return { at, rowsAt, blurSide, cellBytes }
}

/** A blur of two cells hides that it was computed on cells; a small one of a little more than one, too. */
export const cellFor = (sigma: number): number => (sigma < 2.5 ? 1 : Math.max(2, Math.floor(sigma / 2)))

/** Cells and the way between them blur as well: their variance is that of a quarter of a cell. */
const OF_CELLS = 0.25

/** Of a cell and its neighbours to one side. */
export function weightsFor(sigma: number): Float32Array {
  const variance = Math.max(OF_CELLS, sigma * sigma - OF_CELLS)
  return Float32Array.from({ length: Math.ceil(2.5 * Math.sqrt(variance)) + 1 }, (_, k) =>
    Math.exp((-k * k) / (2 * variance)),
  )
}
