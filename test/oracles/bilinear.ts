/** What kernels/bilinear.ts does, with floats as it does. */
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
    const at = (x: number): number => between(plane[top + x]!, plane[bottom + x]!, down.part[y]!)
    for (let x = 0; x < to.width; x++, i++) out[i] = between(at(across.low[x]!), at(across.high[x]!), across.part[x]!)
  }
  return out
}

const between = (a: number, b: number, part: number): number => Math.fround(a + Math.fround(Math.fround(b - a) * part))
