/**
 * Which cells belong to the subject. The network's opinion holds where it is sure; its doubts are settled by their
 * surroundings: certainty flows from cell to cell, easily between cells of the same colour and hardly across an edge of
 * the photo (a random walk that starts in doubt ends where it meets certainty). The colours of the sure parts have a say
 * as well.
 */
import { bytes, filled, floats, hold, kernels } from '../kernels/room.js'

export interface Evidence {
  /** Per cell of the photo stretched to a square: the logit of "this is subject". */
  readonly logits: Float32Array
  /** The photo on the same grid, interleaved. */
  readonly rgb: Uint8Array
  readonly size: number
}

/** Belonging is a matter of areas: a coarse grid answers it, at a fraction of the work. */
const COARSE_SIZE = 160

/** 1 where the cell belongs to the subject. */
export function findBelonging({ logits, rgb, size }: Evidence): Uint8Array {
  const coarse = Math.min(COARSE_SIZE, size)
  const stride = Math.ceil(coarse / 4) * 4 + 8
  const area = coarse * coarse
  const belongs = new Uint8Array(logits.length)
  const regions = {
    logits,
    rgb,
    coarseLogits: floats(area),
    coarseRgb: bytes(area * 3),
    evidence: floats(area),
    right: floats(area),
    below: floats(area),
    settled: floats(area),
  }
  hold(regions, (held) => {
    const { coarseLogits, coarseRgb, evidence, right, below, settled } = held
    kernels.shrinkEvidence(held.logits, held.rgb, size, coarse, coarseLogits, coarseRgb)
    kernels.weighColours(coarseLogits, coarseRgb, area, evidence, floats(3 * 4096))
    kernels.linkCells(coarseRgb, coarse, right, below)
    const planes = floats(6 * stride * (2 * coarse + 1))
    kernels.settleCells(coarseLogits, evidence, right, below, coarse, stride, planes, settled)
    kernels.resolveUncertain(held.logits, size, settled, coarse, filled(belongs))
  })
  return belongs
}
