/** See kernels/calmest.ts for what these do, and src/imaging/style/calmest.ts for when. */
import { type Address, kernel } from './memory.js'

export const spreadColours = kernel<(colour: Address, area: number, pixels: Address) => void>('spreadColours')

export const weighCalm = kernel<(pixels: Address, area: number, power: number) => void>('weighCalm')

export const takeCalmest =
  kernel<
    (
      discs: Address,
      flowX: Address,
      flowY: Address,
      clarities: Address,
      reaches: Address,
      width: number,
      height: number,
      out: Address,
    ) => void
  >('calmest')
