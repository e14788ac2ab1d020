/** What kernels/bilinear.ts does. */
import type { Size } from '../../src/imaging/raster/picture.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'

export function enlargeBilinear(plane: Float32Array, from: Size, to: Size): Float32Array {
  if (from.width === to.width && from.height === to.height) return plane
  const out = new Float32Array(to.width * to.height)
  const across = tapsFor(to.width, from.width)
  const down = tapsFor(to.height, from.height)
  for (let y = 0, i = 0; y < to.height; y++) {
    const top = down.low[y]! * from.width
    const bottom = down.high[y]! * from.width
    const v = down.part[y]!
    for (let x = 0; x < to.width; x++, i++) {
      const left = across.low[x]!
      const right = across.high[x]!
      const u = across.part[x]!
      const above = plane[top + left]! + (plane[top + right]! - plane[top + left]!) * u
      const below = plane[bottom + left]! + (plane[bottom + right]! - plane[bottom + left]!) * u
      out[i] = above + (below - above) * v
    }
  }
  return out
}
