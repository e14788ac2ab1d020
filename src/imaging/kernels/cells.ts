/** See kernels/cells.ts for what these do, and src/imaging/style/pixels/blur-within.ts for when. */
import { type Address, kernel } from './memory.js'

/** Four floats. */
export const CELL_BYTES = 16

export const gatherPart =
  kernel<
    (
      colour: Address,
      part: Address,
      outside: number,
      sure: number,
      width: number,
      height: number,
      cell: number,
      columns: number,
      cells: Address,
    ) => void
  >('gatherPart')

/** How much memory a mean of cells needs beside them. */
export const cellBytes = (columns: number, radius: number) => ({
  sums: columns * CELL_BYTES * 2,
  leaving: (radius + 1) * columns * CELL_BYTES,
})

export const meanOfCells =
  kernel<(cells: Address, columns: number, rows: number, radius: number, sums: Address, leaving: Address) => void>(
    'meanOfCells',
  )

export const sampleCells =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      columns: number,
      low: Address,
      parts: Address,
      width: number,
      line: Address,
      out: Address,
    ) => void
  >('sampleCells')
