/** See kernels/bilinear.ts for what this does, and src/imaging/raster/bilinear.ts for when. */
import { type Address, kernel } from './memory.js'

export const enlargeRow =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      low: Address,
      high: Address,
      parts: Address,
      width: number,
      out: Address,
    ) => void
  >('enlargeRow')
