/** See kernels/lightness.ts for what this does, and src/imaging/matte/shows-subject.ts for when. */
import { type Address, kernel } from './memory.js'

export const writeLightness = kernel<(rgb: Address, size: number, step: number, plane: Address) => void>('lightnessOf')
