/** See kernels/hatching.ts for what these do, and src/imaging/style/media/drawing/hatching.ts for when. */
import { type Address, kernel } from './memory.js'

export const amountsAt =
  kernel<(places: Address, table: Address, shares: Address, area: number, out: Address) => void>('amountsAt')

export const densitiesFor =
  kernel<(light: Address, area: number, paper: number, pen: number, full: number, table: Address) => void>(
    'densitiesFor',
  )

export const shareDrawn =
  kernel<(worked: Address, subject: Address, skin: Address, features: Address, area: number, onSkin: number) => void>(
    'shareDrawn',
  )

export const takeShares = kernel<(plane: Address, shares: Address, area: number) => void>('takeShares')

export const layTone =
  kernel<(density: Address, wanted: Address, skin: Address, area: number, side: number, onSkin: number) => void>(
    'layTone',
  )

export const largestIn = kernel<(plane: Address, area: number) => number>('largestIn')

export const mixPlanes = kernel<(density: Address, soft: Address, area: number, share: number) => void>('mixPlanes')

export const hatchRows =
  kernel<
    (
      density: Address,
      wanted: Address,
      there: Address,
      from: number,
      upTo: number,
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
