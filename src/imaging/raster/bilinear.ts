/** Bilinear enlargement of a plane, pixel centres at half coordinates, edges repeated. */
import { filled, floats, kernels, type Region } from '../kernels/room.js'
import type { Size } from './picture.js'
import { tapsFor } from './taps.js'

export function enlargeBilinear(plane: Float32Array, from: Size, to: Size): Float32Array {
  if (from.width === to.width && from.height === to.height) return plane
  const enlarged = new Float32Array(to.width * to.height)
  enlargeInto(filled(enlarged), to, plane, from)
  return enlarged
}

/** `reach`: how many pixels of the larger plane the smaller one covers, when that is more than all. */
export function enlargeInto(
  out: Region,
  { width, height }: Size,
  plane: Region,
  from: Size,
  reach: Size = { width, height },
): void {
  const across = tapsFor(width, from.width, reach.width)
  const down = tapsFor(height, from.height, reach.height)
  const rows = [down.low, down.high, down.part, height] as const
  const columns = [across.low, across.part, width] as const
  kernels.enlarge(plane, from.width, ...rows, ...columns, floats(from.width + 1), out)
}
