/** See kernels/calmest.ts for what these do, and src/imaging/style/calmest.ts for when. */
import { type Address, kernel } from './memory.js'

export const weighDiscs =
  kernel<(plane: Address, weights: Address, area: number, channel: number, discs: Address) => void>('weighDiscs')

export const weighCalm =
  kernel<(means: Address, weights: Address, area: number, power: number, discs: Address) => void>('weighCalm')

export const squares = kernel<(plane: Address, area: number, out: Address) => void>('squares')

export const takeCalmest =
  kernel<
    (
      discs: Address,
      flowX: Address,
      flowY: Address,
      clarities: Address,
      reaches: Address,
      directions: number,
      width: number,
      height: number,
      out: Address,
    ) => void
  >('calmest')
