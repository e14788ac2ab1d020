/** See kernels/belonging.ts for what these do, and src/imaging/matte/belonging.ts for when. */
import { type Address, kernel } from './memory.js'

export const shrinkEvidence =
  kernel<(logits: Address, rgb: Address, size: number, to: number, toLogits: Address, toRgb: Address) => void>(
    'shrinkEvidence',
  )

export const weighColours =
  kernel<(logits: Address, rgb: Address, count: number, evidence: Address, bins: Address) => void>('weighColours')

export const linkCells = kernel<(rgb: Address, size: number, right: Address, below: Address) => void>('linkCells')

export const settleCells =
  kernel<
    (
      logits: Address,
      evidence: Address,
      right: Address,
      below: Address,
      size: number,
      stride: number,
      planes: Address,
      settled: Address,
    ) => void
  >('settleCells')

export const resolveUncertain =
  kernel<(logits: Address, size: number, settled: Address, coarse: number, belongs: Address) => void>(
    'resolveUncertain',
  )
