/** See kernels/noise.ts for what these do, and src/imaging/style/pixels/noise.ts for when. */
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

export const addTurnedNoise =
  kernel<
    (
      plane: Address,
      width: number,
      height: number,
      rightX: number,
      rightY: number,
      downX: number,
      downY: number,
      seed: number,
      keep: number,
      share: number,
    ) => void
  >('addTurnedNoise')
