/** What is blurred on cells of several pixels, plane by plane and pixel by pixel. */
import { boxRadii } from '../../src/imaging/raster/blur.js'
import type { Size } from '../../src/imaging/raster/picture.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'
import { gridCell } from '../../src/imaging/style/pixels/cell-grid.js'
import { boxMean } from './box-mean.js'

/** Cells hold the mean of their pixels or, where they count by how much is in them, the sum. */
export function blurOnCells(
  plane: ArrayLike<number>,
  { width, height }: Size,
  sigma: number,
  of: 'mean' | 'sum',
  cell = gridCell(sigma),
): Float32Array {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const [cells, counts] = [new Float32Array(columns * rows), new Float32Array(columns * rows)]
  for (let i = 0; i < plane.length; i++) {
    const at = Math.floor(i / width / cell) * columns + Math.floor((i % width) / cell)
    cells[at]! += plane[i]!
    counts[at]! += 1
  }
  if (of === 'mean') for (let i = 0; i < cells.length; i++) cells[i]! /= counts[i]!
  for (const radius of boxRadii(sigma, cell)) boxMean(cells, columns, rows, radius)
  const [across, down] = [tapsFor(width, columns, columns * cell), tapsFor(height, rows, rows * cell)]
  return Float32Array.from(plane, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const [u, v] = [across.part[x]!, down.part[y]!]
    const [top, bottom] = [down.low[y]! * columns, down.high[y]! * columns]
    const above = cells[top + across.low[x]!]! * (1 - u) + cells[top + across.high[x]!]! * u
    const below = cells[bottom + across.low[x]!]! * (1 - u) + cells[bottom + across.high[x]!]! * u
    return above * (1 - v) + below * v
  })
}
