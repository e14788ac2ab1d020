/** See kernels/brush.ts for what this does, and src/imaging/style/media/painting/brush.ts for when. */
import { type Address, kernel } from './memory.js'

export const drawStroke =
  kernel<
    (
      colour: Address,
      thickness: Address,
      tooth: Address,
      width: number,
      height: number,
      bristles: Address,
      near: Address,
      place: Address,
      spans: Address,
      flat: number,
      taper: number,
      streaks: number,
      dry: number,
      rim: number,
      xs: Address,
      ys: Address,
      count: number,
      radius: number,
      red: number,
      green: number,
      blue: number,
      opacity: number,
      soft: number,
      marked: number,
      hairs: number,
    ) => void
  >('drawStroke')
