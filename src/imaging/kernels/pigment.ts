/** See kernels/pigment.ts for what this does, and src/imaging/style/media/drawing/lay-down.ts for when. */
import { type Address, kernel } from './memory.js'

export const layPigment =
  kernel<
    (
      picture: Address,
      density: Address,
      tile: Address,
      side: number,
      width: number,
      height: number,
      grain: number,
      red: number,
      green: number,
      blue: number,
      own: number,
      passes: number,
    ) => void
  >('layPigment')
