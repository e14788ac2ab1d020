/** See kernels/paper-cut.ts for what these do, and src/imaging/style/pieces/paper-sheets.ts for when. */
import { type Address, kernel } from './memory.js'

export const cutEdges = kernel<(plane: Address, area: number, half: number) => void>('cutEdges')

export const laySheetOn =
  kernel<
    (
      picture: Address,
      across: number,
      sheet: Address,
      shade: Address,
      width: number,
      height: number,
      right: number,
      down: number,
      rim: number,
      shadow: number,
      red: number,
      green: number,
      blue: number,
    ) => void
  >('laySheet')
