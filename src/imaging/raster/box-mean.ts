/**
 * Mean over a square window around each pixel, in place. Running sums make the cost independent of the window's size.
 * At the border the window is clipped, and the mean is taken over what is left of it.
 */
import { floatsAt, reserve } from '../kernels/memory.js'
import { meanOfBoxes } from '../kernels/planes.js'

/** `times`: several in a row come close to a Gaussian. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number, times = 1): void {
  const at = reserve({ plane: plane.length * 4, sums: width * 8 + 16, leaving: (radius + 1) * width * 4 })
  const copy = floatsAt(at.plane, plane.length)
  copy.set(plane)
  for (let time = 0; time < times; time++) meanOfBoxes(at.plane, width, height, radius, at.sums, at.leaving)
  plane.set(copy)
}
