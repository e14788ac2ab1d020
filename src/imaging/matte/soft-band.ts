/**
 * The band along the decided edge: only there may alpha be soft. It is a few cells wide where the edge is sharp. Hair and
 * fur are told from doubt by their shape: a thin soft fringe between sure subject and sure background is hair, however
 * far it reaches; a soft area is doubt, has been answered, and is not transparent.
 */
import { bytesAt, floatsAt, reserve } from '../kernels/memory.js'
import { softenEdgeCells } from '../kernels/soft-band.js'
import type { DecidedMatte } from './decided-matte.js'

/** `belongs`: the decision, 1 for subject; `logits` on the same grid. */
export function softenEdge(belongs: Uint8Array, logits: Float32Array, size: number): DecidedMatte {
  const count = belongs.length
  // Distances have a row of nothing above and below, which two neighbouring planes share.
  const at = reserve({
    belongs: count,
    logits: count * 4,
    alpha: count,
    band: count,
    fringe: count,
    distances: (2 * count + 3 * size) * 4,
  })
  bytesAt(at.belongs, count).set(belongs)
  floatsAt(at.logits, count).set(logits)
  floatsAt(at.distances, 2 * count + 3 * size).fill(Number.POSITIVE_INFINITY)
  const one = at.distances + size * 4
  const other = one + (count + size) * 4
  softenEdgeCells(at.belongs, at.logits, size, at.alpha, at.band, at.fringe, one, other)
  return { size, alpha: bytesAt(at.alpha, count).slice(), band: bytesAt(at.band, count).slice() }
}
