/**
 * A subject is made of whole pieces: specks far too small to be part of it go, and so do holes that should not be there.
 * A hole is filled only where the network hesitated: inside a handle, or between arm and body, it is sure of background.
 */
import { bytes, changed, ints, kernels } from '../kernels/room.js'

/** `belongs`: 1 where a cell is subject, size x size; changed in place. */
export function dropSpecksFillHoles(belongs: Uint8Array, logits: Float32Array, size: number): void {
  const count = belongs.length
  const [before, open, labels, queue] = [bytes(count), bytes(count), ints(count), ints(count)]
  kernels.dropSpecksFillHoles(changed(belongs), logits, size, before, open, labels, queue)
}
