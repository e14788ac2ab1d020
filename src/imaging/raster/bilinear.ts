/** Bilinear enlargement of a plane, pixel centres at half coordinates, edges repeated. */
import { enlargeRow } from '../kernels/bilinear.js'
import { floatsAt, intsAt, reserve } from '../kernels/memory.js'
import type { Size } from './picture.js'
import { tapsFor } from './taps.js'

export function enlargeBilinear(plane: Float32Array, from: Size, { width, height }: Size): Float32Array {
  if (from.width === width && from.height === height) return plane
  const across = tapsFor(width, from.width)
  const down = tapsFor(height, from.height)
  const at = reserve({
    plane: plane.length * 4,
    low: width * 4,
    high: width * 4,
    parts: width * 4,
    out: width * height * 4,
  })
  floatsAt(at.plane, plane.length).set(plane)
  intsAt(at.low, width).set(across.low)
  intsAt(at.high, width).set(across.high)
  floatsAt(at.parts, width).set(across.part)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [down.low[y]!, down.high[y]!].map((row) => at.plane + row * from.width * 4) as [
      number,
      number,
    ]
    enlargeRow(top, bottom, down.part[y]!, at.low, at.high, at.parts, width, at.out + y * width * 4)
  }
  return floatsAt(at.out, width * height).slice()
}
