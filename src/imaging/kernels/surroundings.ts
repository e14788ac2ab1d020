/** See kernels/surroundings.ts for what these do, and src/imaging/matte/surroundings.ts for when. */
import { type Address, kernel } from './memory.js'

export const CELL_BYTES = 48

export const markCells =
  kernel<
    (
      alpha: Address,
      width: number,
      rows: number,
      cell: number,
      nearly: number,
      notSubject: Address,
      notBackground: Address,
      lines: Address,
    ) => void
  >('markCells')

export const spreadMarks =
  kernel<(marks: Address, stride: number, rows: number, current: Address, widened: Address) => void>('spreadMarks')

export const weighDoubt =
  kernel<
    (
      toNotSubject: Address,
      toNotBackground: Address,
      stride: number,
      columns: number,
      rows: number,
      doubt: Address,
      edges: Address,
    ) => number
  >('weighDoubt')

export const addCells =
  kernel<
    (
      colour: Address,
      alpha: Address,
      width: number,
      rows: number,
      cell: number,
      columns: number,
      toNotSubject: Address,
      toNotBackground: Address,
      faint: Address,
      cells: Address,
    ) => void
  >('addCells')

export const gatherLevel =
  kernel<
    (
      from: Address,
      columns: number,
      rows: number,
      enough: number,
      to: Address,
      toColumns: number,
      toRows: number,
      half: Address,
    ) => void
  >('gatherLevel')

export const ownShares = kernel<(cells: Address, count: number, enough: number) => void>('ownShares')

export const fillCoarsest = kernel<(cells: Address, count: number) => void>('fillCoarsest')

export const fillLevel =
  kernel<
    (
      cells: Address,
      columns: number,
      rows: number,
      coarse: Address,
      coarseColumns: number,
      coarseRows: number,
      edges: Address,
    ) => void
  >('fillLevel')

export const toVariances = kernel<(cells: Address, count: number, edges: Address) => void>('toVariances')
