/** See kernels/pencil.ts for what this does, and src/imaging/style/media/drawing/stroke.ts for when. */
import { type Address, kernel } from './memory.js'

export const drawPath =
  kernel<
    (
      density: Address,
      width: number,
      height: number,
      xs: Address,
      ys: Address,
      pressures: Address,
      length: number,
      nib: number,
      taper: number,
      swell: number,
      bristles: number,
    ) => void
  >('drawPath')
