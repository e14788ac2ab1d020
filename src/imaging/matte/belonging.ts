/**
 * Which cells belong to the subject. The network's opinion holds where it is sure; its doubts are settled by their
 * surroundings: certainty flows from cell to cell, easily between cells of the same colour and hardly across an edge of
 * the photo (a random walk that starts in doubt ends where it meets certainty). The colours of the sure parts have a say
 * as well.
 */
import { linkCells, resolveUncertain, settleCells, shrinkEvidence, weighColours } from '../kernels/belonging.js'
import { bytesAt, floatsAt, reserve } from '../kernels/memory.js'

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
  const plane = coarse * coarse * 4
  const at = reserve({
    logits: logits.length * 4,
    rgb: rgb.length,
    belongs: logits.length,
    coarseLogits: plane,
    coarseRgb: coarse * coarse * 3,
    evidence: plane,
    bins: 3 * 4096 * 4,
    right: plane,
    below: plane,
    settled: plane,
    planes: 6 * stride * (2 * coarse + 1) * 4,
  })
  floatsAt(at.logits, logits.length).set(logits)
  bytesAt(at.rgb, rgb.length).set(rgb)
  shrinkEvidence(at.logits, at.rgb, size, coarse, at.coarseLogits, at.coarseRgb)
  weighColours(at.coarseLogits, at.coarseRgb, coarse * coarse, at.evidence, at.bins)
  linkCells(at.coarseRgb, coarse, at.right, at.below)
  settleCells(at.coarseLogits, at.evidence, at.right, at.below, coarse, stride, at.planes, at.settled)
  resolveUncertain(at.logits, size, at.settled, coarse, at.belongs)
  return bytesAt(at.belongs, logits.length).slice()
}
