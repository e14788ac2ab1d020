/** Bilinear enlargement of a square plane, pixel centres at half coordinates, edges repeated. */
import { tapsFor } from './taps.js'

export function enlargeBilinear(plane: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return plane
  const out = new Float32Array(to * to)
  const { low, high, part } = tapsFor(to, from)
  for (let y = 0; y < to; y++) {
    const top = low[y]! * from
    const bottom = high[y]! * from
    const down = part[y]!
    for (let x = 0; x < to; x++) {
      const [left, right, across] = [low[x]!, high[x]!, part[x]!]
      const above = plane[top + left]! + (plane[top + right]! - plane[top + left]!) * across
      const below = plane[bottom + left]! + (plane[bottom + right]! - plane[bottom + left]!) * across
      out[y * to + x] = above + (below - above) * down
    }
  }
  return out
}
