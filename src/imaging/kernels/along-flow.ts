/** See kernels/along-flow.ts for what these do, and src/imaging/style/pixels/coherent-lines.ts for when. */
import { type Address, kernel } from './memory.js'

export const meanAlongFlow =
  kernel<
    (
      plane: Address,
      flowX: Address,
      flowY: Address,
      width: number,
      height: number,
      steps: number,
      threshold: number,
      limit: number,
      out: Address,
      cell: number,
      cells: Address,
    ) => void
  >('meanAlongFlow')

export const edgeResponse =
  kernel<(narrow: Address, wide: Address, area: number, sharpness: number, tone: number, out: Address) => void>(
    'edgeResponse',
  )

export const inkBelow = kernel<(plane: Address, area: number, threshold: number, softness: number) => void>('inkBelow')
