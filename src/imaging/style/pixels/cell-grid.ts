/**
 * Cells of several pixels, four floats each, for what is too smooth to be computed at every pixel: gathered from the
 * picture, blurred, and read again between their centres, row by row. They lie in the kernels' memory.
 */
import { CELL_BYTES, cellBytes, meanOfCells } from '../../kernels/cells.js'
import { type Address, floatsAt, intsAt, reserve } from '../../kernels/memory.js'
import { boxRadii, cellOf } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

export interface CellGrid<Name extends string> {
  readonly columns: number
  /** The side of a cell. */
  readonly cell: number
  /** Memory of the step that uses them. */
  readonly at: Readonly<Record<Name | 'cells' | 'low' | 'parts' | 'line', Address>>
  /** Once they are gathered. */
  blur(): void
  /** The rows of cells between which a row of pixels lies, and how far from the upper one. */
  rowsAt(y: number): { readonly top: Address; readonly bottom: Address; readonly part: number }
}

/** `bytes`: what the step needs in addition. */
export function cellGrid<Name extends string>(
  { width, height }: Size,
  sigma: number,
  bytes: Readonly<Record<Name, number>>,
): CellGrid<Name> {
  const cell = cellOf(sigma)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const radii = boxRadii(sigma, cell)
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  const own = {
    cells: columns * rows * CELL_BYTES,
    ...cellBytes(columns, Math.max(...radii)),
    low: width * 4,
    parts: width * 4,
    line: (columns + 1) * CELL_BYTES,
  }
  const at = reserve<Name | keyof typeof own>({ ...own, ...bytes })
  intsAt(at.low, width).set(across.low)
  floatsAt(at.parts, width).set(across.part)
  const row = columns * CELL_BYTES
  return {
    columns,
    cell,
    at,
    blur: () => {
      for (const radius of radii) meanOfCells(at.cells, columns, rows, radius, at.sums, at.leaving)
    },
    rowsAt: (y) => ({
      top: at.cells + down.low[y]! * row,
      bottom: at.cells + down.high[y]! * row,
      part: down.part[y]!,
    }),
  }
}
