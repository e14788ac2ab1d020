import { floatsAt, reserve } from '../../src/imaging/kernels/memory.js'
import { boxBytes, meanOfBoxes } from '../../src/imaging/kernels/planes.js'

/** Mean over a square window around each pixel, in place; at the border over what is left of it. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): void {
  const at = reserve({ plane: plane.length * 4, ...boxBytes(width, radius) })
  floatsAt(at.plane, plane.length).set(plane)
  meanOfBoxes(at.plane, width, height, radius, at.sums, at.leaving)
  plane.set(floatsAt(at.plane, plane.length))
}
