/** See kernels/bilinear.ts for what this does, and src/imaging/raster/bilinear.ts for when. */
import { type Address, kernel } from './memory.js'

export const enlargeRow =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      columns: number,
      low: Address,
      parts: Address,
      width: number,
      line: Address,
      out: Address,
    ) => void
  >('enlargeRow')

/** The kernel works on four floats at once: it may read and write so much beyond a row. */
export const ROW_PADDING = 32
