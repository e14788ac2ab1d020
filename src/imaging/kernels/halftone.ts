/** See kernels/halftone.ts for what these do, and src/imaging/style/media/print/halftone.ts for when. */
import { type Address, kernel } from './memory.js'

/** Floats of an ink: cosine and sine of its screen over the spacing, then how much of each light it takes away. */
export const INK_FLOATS = 5
/** A row of pixels is taken by fours. */
export const BEYOND_ROW_OF_PIXELS = 16

type Print = (
  row: Address,
  shares: Address,
  width: number,
  y: number,
  inks: Address,
  soft: number,
  contrast: number,
  paper: Address,
) => void

export const printOne = kernel<Print>('printOne')
export const printFour = kernel<Print>('printFour')
