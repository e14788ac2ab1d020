/** See kernels/enlarge.ts for what this does, and src/imaging/matte/guided.ts for when. */
import { type Address, kernel } from './memory.js'

export const enlargeLine =
  kernel<
    (
      matte: Address,
      fits: Address,
      size: number,
      top: number,
      bottom: number,
      down: number,
      parts: Address,
      ends: Address,
      from: number,
      to: number,
      colour: Address,
      alpha: Address,
      line: Address,
    ) => void
  >('enlargeLine')
