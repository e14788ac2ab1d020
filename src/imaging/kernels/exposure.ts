/** See kernels/exposure.ts for what this does, and src/imaging/style/media/exposure/exposure.ts for when. */
import { type Address, kernel } from './memory.js'

/** Pixels are taken by fours, also the last ones: so many bytes beyond a picture. */
export const BEYOND_EXPOSED_PICTURE = 16

export const exposeTwice =
  kernel<
    (
      picture: Address,
      other: Address,
      shares: Address,
      cover: Address,
      area: number,
      red: number,
      green: number,
      blue: number,
    ) => void
  >('exposeTwice')
