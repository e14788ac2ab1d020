/** See kernels/flow.ts for what these do, and src/imaging/style/pixels/flow.ts for when. */
import { type Address, kernel } from './memory.js'

export const halvePlane = kernel<(plane: Address, width: number, height: number, out: Address) => void>('halvePlane')

export const gradientProducts =
  kernel<(plane: Address, width: number, height: number, xx: Address, xy: Address, yy: Address) => void>(
    'gradientProducts',
  )

export const edgeDirections = kernel<(xx: Address, xy: Address, yy: Address, area: number) => void>('edgeDirections')
