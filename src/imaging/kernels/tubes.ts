/** See kernels/tubes.ts for what this does, and src/imaging/style/steps/tubes.ts for when. */
import { type Address, kernel } from './memory.js'

/** Pixels are taken by fours, also the last ones: so many bytes beyond a picture. */
export const BEYOND_LIT_PICTURE = 16

export const lightTubes =
  kernel<
    (
      picture: Address,
      core: Address,
      near: Address,
      far: Address,
      area: number,
      glow: number,
      red: number,
      green: number,
      blue: number,
    ) => void
  >('lightTubes')
