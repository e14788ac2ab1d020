/** See kernels/noise.ts for what this does, and src/imaging/style/noise.ts for when. */
import { type Address, kernel } from './memory.js'

export const addNoise =
  kernel<
    (
      plane: Address,
      width: number,
      height: number,
      across: number,
      from: number,
      down: number,
      seed: number,
      keep: number,
      share: number,
      hills: Address,
      slopes: Address,
      heights: Address,
    ) => void
  >('addNoise')
