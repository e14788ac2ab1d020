/** See kernels/planes.ts for what this does, and src/imaging/raster/box-mean.ts and blur.ts for when. */
import { type Address, kernel } from './memory.js'

export const meanOfBoxes =
  kernel<(plane: Address, width: number, height: number, radius: number, sums: Address, leaving: Address) => void>(
    'boxMean',
  )

export const convolve =
  kernel<
    (
      plane: Address,
      width: number,
      height: number,
      weights: Address,
      radius: number,
      across: Address,
      line: Address,
    ) => void
  >('convolve')
