/** See kernels/glow.ts for what these do, and src/imaging/style/finish/glow.ts for when. */
import { type Address, kernel } from './memory.js'

export const gatherBright =
  kernel<
    (
      colour: Address,
      threshold: number,
      width: number,
      height: number,
      cell: number,
      columns: number,
      cells: Address,
    ) => void
  >('gatherBright')

export const screenLight =
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
      strength: number,
      colour: Address,
    ) => void
  >('screenLight')
