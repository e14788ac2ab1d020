/** See kernels/distance.ts for what this does, and src/imaging/raster/distance.ts for when. */
import { type Address, kernel } from './memory.js'

export const spreadDistances = kernel<(distances: Address, width: number, height: number) => void>('spreadDistances')
