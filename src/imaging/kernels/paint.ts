/** See kernels/paint.ts for what these do, and src/imaging/style/strokes for when. */
import { type Address, kernel } from './memory.js'

export const finestBrushes =
  kernel<
    (
      near: Address,
      hair: Address,
      skin: Address,
      features: Address,
      area: number,
      radii: Address,
      least: number,
    ) => void
  >('finestBrushes')

export const lightSlopes =
  kernel<
    (
      thickness: Address,
      skin: Address,
      features: Address,
      width: number,
      height: number,
      reach: number,
      relief: number,
      calm: number,
      gloss: number,
      factors: Address,
      added: Address,
    ) => void
  >('lightSlopes')
