/**
 * Cells of several pixels, four floats each, for what is too smooth to be computed at every pixel: gathered from the
 * picture, blurred, and read again between their centres, row by row.
 */
import { floats, type Held, hold, kernels } from '../../kernels/room.js'
import { boxRadii } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

/** The rows of cells between which a row of pixels lies, and where its pixels lie between their columns. */
type Between = readonly [
  top: Held,
  bottom: Held,
  down: number,
  columns: number,
  low: Held,
  across: Held,
  width: number,
  line: Held,
]

interface CellWork {
  /** Fills the cells; `cell`: the side of one. */
  gather(cells: Held, cell: number, columns: number): void
  readRow(y: number, between: Between): void
}

export const CELL_FLOATS = 4
/** So many of them to a sigma, and a little less for a small one: a pixel to a cell would take longest of all. */
const CELLS_PER_SIGMA = 1.5
const LESS = 0.5

/** The side of a cell. */
export const gridCell = (sigma: number): number => Math.max(1, Math.floor((sigma + LESS) / CELLS_PER_SIGMA))

export function onCells(size: Size, sigma: number, { gather, readRow }: CellWork): void {
  const cell = gridCell(sigma)
  const { width: columns, height: rows } = cellsOf(size, cell)
  const row = columns * CELL_FLOATS
  hold({ cells: floats(rows * row) }, ({ cells }) => {
    gather(cells, cell, columns)
    for (const radius of boxRadii(sigma, cell))
      kernels.meanOfCells(cells, columns, rows, radius, floats(2 * row), floats((radius + 1) * row))
    readCells(size, cells, { cell, columns, rows }, readRow)
  })
}

/** How many cells of this side cover the picture. */
export const cellsOf = ({ width, height }: Size, cell: number): Size => ({
  width: Math.ceil(width / cell),
  height: Math.ceil(height / cell),
})

interface Grid {
  readonly cell: number
  readonly columns: number
  readonly rows: number
}

export function readCells(
  { width, height }: Size,
  cells: Held,
  { cell, columns, rows }: Grid,
  readRow: CellWork['readRow'],
): void {
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  const row = columns * CELL_FLOATS
  hold({ low: across.low, parts: across.part, line: floats(row + CELL_FLOATS) }, ({ low, parts, line }) => {
    for (let y = 0; y < height; y++) {
      const [top, bottom] = [cells.at(down.low[y]! * row), cells.at(down.high[y]! * row)]
      readRow(y, [top, bottom, down.part[y]!, columns, low, parts, width, line])
    }
  })
}
