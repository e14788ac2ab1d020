/** See kernels/shifted-products.ts for what this does, and src/imaging/raster/repetition.ts for when. */
import { type Address, kernel } from './memory.js'

export const shiftedProducts =
  kernel<(lines: Address, count: number, length: number, shift: number) => number>('shiftedProducts')
