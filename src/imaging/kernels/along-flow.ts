/** See kernels/along-flow.ts for what this does, and src/imaging/style/coherent-lines.ts for when. */
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
      limit: number,
      out: Address,
    ) => void
  >('meanAlongFlow')
