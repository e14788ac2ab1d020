/** See kernels/colour-line.ts for what these do, and src/imaging/matte/colour-line.ts for when. */
import { type Address, kernel } from './memory.js'

/** Everything around a row of pixels. */
type Around = readonly [
  cells: Address,
  doubt: Address,
  doubtHere: Address,
  columns: number,
  cell: number,
  above: number,
  below: number,
  down: number,
  lows: Address,
  parts: Address,
  line: Address,
]

/** `cleans`: 0 or 1. */
export const softLine =
  kernel<(cleans: number, way: number, colour: Address, alpha: Address, width: number, ...around: Around) => void>(
    'softLine',
  )
