/** See kernels/flood.ts for what this does, and src/imaging/raster/flood.ts for when. */
import { type Address, kernel } from './memory.js'

export const spreadFlood =
  kernel<
    (
      open: Address,
      labels: Address,
      width: number,
      pixels: number,
      queue: Address,
      next: number,
      count: number,
    ) => number
  >('spreadFlood')
