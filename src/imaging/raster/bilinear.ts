/** Bilinear enlargement of a plane, pixel centres at half coordinates, edges repeated. */
import { enlargeRow, ROW_PADDING } from '../kernels/bilinear.js'
import { type Address, floatsAt, intsAt, reserve } from '../kernels/memory.js'
import type { Size } from './picture.js'
import { tapsFor } from './taps.js'

export function enlargeBilinear(plane: Float32Array, from: Size, to: Size): Float32Array {
  if (from.width === to.width && from.height === to.height) return plane
  const { bytes, run } = enlargement(from, to)
  const at = reserve({ plane: plane.length * 4, ...bytes, out: to.width * to.height * 4 })
  floatsAt(at.plane, plane.length).set(plane)
  run(at.plane, at, at.out)
  return floatsAt(at.out, to.width * to.height).slice()
}

/**
 * How much memory an enlargement needs beside both planes, and how it is done there. `reach`: how many pixels of the
 * larger plane the smaller one covers, when that is more than all.
 */
export function enlargement(from: Size, { width, height }: Size, reach: Size = { width, height }) {
  const across = tapsFor(width, from.width, reach.width)
  const down = tapsFor(height, from.height, reach.height)
  return {
    bytes: { low: width * 4, parts: width * 4, line: from.width * 4 + ROW_PADDING },
    run: (plane: Address, at: Record<'low' | 'parts' | 'line', Address>, out: Address): void => {
      intsAt(at.low, width).set(across.low)
      floatsAt(at.parts, width).set(across.part)
      for (let y = 0; y < height; y++) {
        const top = plane + down.low[y]! * from.width * 4
        const bottom = plane + down.high[y]! * from.width * 4
        enlargeRow(top, bottom, down.part[y]!, from.width, at.low, at.parts, width, at.line, out + y * width * 4)
      }
    },
  }
}
