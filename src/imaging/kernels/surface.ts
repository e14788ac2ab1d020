/** See kernels/surface.ts for what this does, and src/imaging/style/finish/paper.ts for when. */
import { type Address, kernel } from './memory.js'

/** Heights are read by fours, also those to the right of the last. */
export const HEIGHTS_PADDING = 16

export const lightSurface =
  kernel<
    (
      picture: Address,
      heights: Address,
      width: number,
      height: number,
      amount: number,
      through: number,
      red: number,
      green: number,
      blue: number,
    ) => void
  >('lightSurface')
