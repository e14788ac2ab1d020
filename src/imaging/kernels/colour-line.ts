/** See kernels/colour-line.ts for what these do, and src/imaging/matte/foreground.ts for when. */
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

export const cleanLine =
  kernel<(colour: Address, alpha: Address, width: number, ...around: Around) => void>('cleanLine')
