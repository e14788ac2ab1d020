/** See kernels/tone.ts for what these do, and src/imaging/style/finish/tone.ts for when. */
import { type Address, kernel } from './memory.js'

export const largestOf =
  kernel<(a: Address, b: Address, c: Address, area: number, ofA: number, ofB: number, ofC: number) => void>('largestOf')

export const gatherTones =
  kernel<
    (
      colour: Address,
      luma: Address,
      weights: Address,
      width: number,
      height: number,
      cell: number,
      columns: number,
      cells: Address,
    ) => void
  >('gatherTones')

export const bringTones =
  kernel<
    (
      top: Address,
      bottom: Address,
      v: number,
      columns: number,
      low: Address,
      parts: Address,
      width: number,
      line: Address,
      weights: Address,
      dark: number,
      span: number,
      colour: Address,
    ) => void
  >('bringTones')
