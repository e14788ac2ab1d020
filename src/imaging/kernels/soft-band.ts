/** See kernels/soft-band.ts for what this does, and src/imaging/matte/soft-band.ts for when. */
import { type Address, kernel } from './memory.js'

export const softenEdgeCells =
  kernel<
    (
      belongs: Address,
      logits: Address,
      size: number,
      alpha: Address,
      band: Address,
      fringe: Address,
      one: Address,
      other: Address,
    ) => void
  >('softenEdge')
