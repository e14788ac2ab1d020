/** See kernels/hatching.ts for what these do, and src/imaging/style/drawing/hatching.ts for when. */
import { type Address, kernel } from './memory.js'

export const lackingTone =
  kernel<(there: Address, wanted: Address, area: number, from: number, upTo: number) => void>('lackingTone')

export const mixPlanes = kernel<(density: Address, soft: Address, area: number, share: number) => void>('mixPlanes')

export const hatchRows =
  kernel<
    (
      density: Address,
      lacking: Address,
      width: number,
      height: number,
      bends: Address,
      hair: Address,
      xs: Address,
      ys: Address,
      pressures: Address,
      capacity: number,
      angle: number,
      spacing: number,
      long: number,
      looseness: number,
      lightest: number,
      firmest: number,
      nib: number,
      taper: number,
      swell: number,
      bristles: number,
      seed: number,
    ) => void
  >('hatchRows')
