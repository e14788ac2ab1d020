/** See kernels/planes.ts for what these do, and src/imaging/raster/blur.ts for when. */
import { type Address, kernel } from './memory.js'

export const meanOfBoxes =
  kernel<(plane: Address, width: number, height: number, radius: number, sums: Address, leaving: Address) => void>(
    'boxMean',
  )

/** The kernel copies so many rows at once. */
const ROWS = 4

/** How much memory it needs beside the plane. */
export const boxBytes = (width: number, radius: number) => ({
  sums: width * 8 + 16,
  leaving: Math.max(radius + 1, ROWS) * width * 4,
})

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

export const meansOfCells =
  kernel<(plane: Address, width: number, height: number, cell: number, cells: Address) => void>('meansOfCells')

export const takeChannel =
  kernel<(colour: Address, channel: number, area: number, plane: Address) => void>('takeChannel')

export const putColours =
  kernel<(red: Address, green: Address, blue: Address, area: number, colour: Address) => void>('putColours')
