/**
 * The band along the decided edge: only there may alpha be soft. It is a few cells wide where the edge is sharp. Hair and
 * fur are told from doubt by their shape: a thin soft fringe between sure subject and sure background is hair, however
 * far it reaches; a soft area is doubt, has been answered, and is not transparent.
 */
import { bytes, filled, floats, kernels } from '../kernels/room.js'
import type { DecidedMatte } from './decided-matte.js'

/** `belongs`: the decision, 1 for subject; `logits` on the same grid. */
export function softenEdge(belongs: Uint8Array, logits: Float32Array, size: number): DecidedMatte {
  const count = belongs.length
  const [alpha, band] = [new Uint8Array(count), new Uint8Array(count)]
  const scratch = [bytes(count), floats(count), floats(count)] as const
  kernels.softenEdge(belongs, logits, size, filled(alpha), filled(band), ...scratch)
  return { size, alpha, band }
}
