/** See kernels/cells.ts for what these do, and src/imaging/style/blur-within.ts for when. */
import { type Address, kernel } from './memory.js'

export const gatherPart =
  kernel<
    (
      colour: Address,
      part: Address,
      outside: number,
      width: number,
      height: number,
      cell: number,
      columns: number,
      cells: Address,
    ) => void
  >('gatherPart')

export const softenCells =
  kernel<
    (
      cells: Address,
      columns: number,
      rows: number,
      weights: Address,
      radius: number,
      line: Address,
      across: Address,
    ) => void
  >('softenCells')

export const sampleCells =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      low: Address,
      high: Address,
      parts: Address,
      width: number,
      out: Address,
    ) => void
  >('sampleCells')

export const sampleBoth =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      outside: number,
      low: Address,
      high: Address,
      parts: Address,
      part: Address,
      width: number,
      out: Address,
    ) => void
  >('sampleBoth')
