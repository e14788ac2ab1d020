/** See kernels/wash.ts for what these do, and src/imaging/style/watercolour/lay-wash.ts for when. */
import { type Address, kernel } from './memory.js'

export const washShape =
  kernel<
    (
      deep: Address,
      worked: Address,
      soft: Address,
      own: Address,
      width: number,
      height: number,
      from: number,
      ends: number,
      shape: Address,
    ) => number
  >('washShape')

export const addWash =
  kernel<
    (depth: Address, shape: Address, around: Address, calm: Address, area: number, deep: number, edges: number) => void
  >('addWash')
