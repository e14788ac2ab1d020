/** See kernels/mosaic.ts for what this does, and src/imaging/style/media/mosaic/tesserae.ts for when. */
import { type Address, kernel } from './memory.js'

/** Floats of a stone: its middle, its side, and the direction of its row. */
export const STONE_FLOATS = 5

/** Planes are taken by fours. */
export const fitStonesIn =
  kernel<
    (
      stones: Address,
      count: number,
      width: number,
      height: number,
      labels: Address,
      nearest: Address,
      second: Address,
    ) => void
  >('fitStones')
