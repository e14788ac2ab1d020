/** See kernels/normalise.ts for what this does, and src/imaging/networks/open-network.ts for when. */
import { type Address, kernel } from './memory.js'

export const normalisePlanes =
  kernel<
    (
      rgb: Address,
      pixels: number,
      scaleR: number,
      offsetR: number,
      scaleG: number,
      offsetG: number,
      scaleB: number,
      offsetB: number,
      planes: Address,
    ) => void
  >('normalisePlanes')
