/**
 * A subject is made of whole pieces: specks far too small to be part of it go, and so do holes that should not be there.
 * A hole is filled only where the network hesitated: inside a handle, or between arm and body, it is sure of background.
 */
import { bytesAt, floatsAt, reserve } from '../kernels/memory.js'
import { makeCellsWhole } from '../kernels/whole-pieces.js'

/** `belongs`: 1 where a cell is subject, size x size; changed in place. */
export function dropSpecksFillHoles(belongs: Uint8Array, logits: Float32Array, size: number): void {
  const count = belongs.length
  const at = reserve({
    belongs: count,
    logits: count * 4,
    before: count,
    open: count,
    labels: count * 4,
    queue: count * 4,
  })
  bytesAt(at.belongs, count).set(belongs)
  floatsAt(at.logits, count).set(logits)
  makeCellsWhole(at.belongs, at.logits, size, at.before, at.open, at.labels, at.queue)
  belongs.set(bytesAt(at.belongs, count))
}
