/** See kernels/sample-grid.ts for what this does, and src/imaging/raster/sample-grid.ts for when. */
import { type Address, kernel } from './memory.js'

export const sampleNearest =
  kernel<
    (
      picture: Address,
      width: number,
      height: number,
      top: number,
      across: Address,
      down: Address,
      size: number,
      samples: number,
      blackOutside: number,
      out: Address,
    ) => void
  >('sampleNearest')
