/** See kernels/edges.ts for what they do, and src/imaging/matte/edges for when. */
import { type Address, kernel } from './memory.js'

export const spreadCells =
  kernel<
    (
      above: Address,
      below: Address,
      v: number,
      size: number,
      lows: Address,
      parts: Address,
      width: number,
      line: Address,
      out: Address,
    ) => void
  >('spreadCells')

export const cellsOfPiece =
  kernel<(colour: Address, rough: Address, side: number, cells: Address) => void>('cellsOfPiece')

export const correctPiece = kernel<(rough: Address, change: Address, side: number) => void>('correctPiece')
