/** See kernels/calmest.ts for what these do, and src/imaging/style/pixels/calmest.ts for when. */
import { type Address, kernel } from './memory.js'

/** How much memory the discs of a picture need, and finding them. */
export const discBytes = (width: number, height: number, half: number) => ({
  discs: (height + 1) * width * 16,
  line: 2 * width * 16,
  sums: 2 * width * 16,
  ring: (2 * half + 1) * width * 16,
})

export const weighDiscs =
  kernel<
    (
      colour: Address,
      width: number,
      height: number,
      half: number,
      power: number,
      line: Address,
      sums: Address,
      ring: Address,
      discs: Address,
    ) => void
  >('weighDiscs')

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
