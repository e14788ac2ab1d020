/**
 * The band along the decided edge: only there may alpha be soft. It is a few cells wide where the edge is sharp. Hair and
 * fur are told from doubt by their shape: a thin soft fringe between sure subject and sure background is hair, however
 * far it reaches; a soft area is doubt, has been answered, and is not transparent.
 */
import { bytes, filled, hold, kernels } from '../kernels/room.js'
import type { DecidedMatte } from './decided-matte.js'

/** `belongs`: the decision, 1 for subject; `logits` on the same grid. */
export function softenEdge(belongs: Uint8Array, logits: Float32Array, size: number): DecidedMatte {
  const count = belongs.length
  // Distances have a row of nothing above and below, which two neighbouring planes share.
  const nothing = new Float32Array(2 * count + 3 * size).fill(Number.POSITIVE_INFINITY)
  const [alpha, band] = [new Uint8Array(count), new Uint8Array(count)]
  hold({ distances: nothing }, ({ distances }) => {
    const [one, other] = [distances.at(size), distances.at(size + count + size)]
    kernels.softenEdge(belongs, logits, size, filled(alpha), filled(band), bytes(count), one, other)
  })
  return { size, alpha, band }
}
