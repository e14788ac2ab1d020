/** See kernels/whole-pieces.ts for what this does, and src/imaging/matte/whole-pieces.ts for when. */
import { type Address, kernel } from './memory.js'

export const makeCellsWhole =
  kernel<
    (
      belongs: Address,
      logits: Address,
      size: number,
      before: Address,
      open: Address,
      labels: Address,
      queue: Address,
    ) => void
  >('dropSpecksFillHoles')
