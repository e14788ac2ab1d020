/** See kernels/warp.ts for what this does, and src/imaging/id-photo/warp.ts for when. */
import { type Address, kernel } from './memory.js'

export const warpLine =
  kernel<
    (
      pixels: Address,
      width: number,
      height: number,
      x: number,
      y: number,
      dx: number,
      dy: number,
      count: number,
      scale: number,
      weightsX: Address,
      weightsY: Address,
      out: Address,
    ) => void
  >('warpLine')
