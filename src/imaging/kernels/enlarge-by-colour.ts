/** See kernels/enlarge-by-colour.ts for what it does, and src/imaging/matte/edges/enlarge-by-colour.ts for when. */
import { type Address, kernel } from './memory.js'

export const enlargeRowByColour =
  kernel<
    (
      alphaAbove: Address,
      alphaBelow: Address,
      colourAbove: Address,
      colourBelow: Address,
      reduced: number,
      lows: Address,
      parts: Address,
      v: number,
      colour: Address,
      width: number,
      out: Address,
    ) => void
  >('enlargeByColour')
