/** A matte enlarged by its linear fit, plainly: pixel by pixel. */
import type { Photo } from '../../src/imaging/raster/picture.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'

/** Outside this range the networks are sure, and colours could only mislead. */
export interface Uncertain {
  readonly from: number
  readonly to: number
}

/** The matte at the photo's own size, sharpened along the photo's edges where it is uncertain. */
export function enlargeAlongEdges(
  matte: Uint8Array,
  size: number,
  coefficients: Float32Array,
  { width, height, colour }: Photo,
  uncertain: Uncertain,
): Uint8Array {
  const alpha = new Uint8Array(width * height)
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  const line = new Float32Array(size)
  const ends = runEnds(across.low, size)
  for (let y = 0; y < height; y++) {
    const top = down.low[y]! * size
    const bottom = down.high[y]! * size
    const v = down.part[y]!
    for (let i = 0; i < size; i++) line[i] = matte[top + i]! + (matte[bottom + i]! - matte[top + i]!) * v
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const left = across.low[x]!
      const right = across.high[x]!
      // Most of a picture is sure: all pixels between two cells of the same sure value are filled at once.
      if (line[left] === line[right] && (line[left] === 0 || line[left] === 255)) {
        const end = ends[left]!
        alpha.fill(line[left]!, at, y * width + end)
        at += end - 1 - x
        x = end - 1
        continue
      }
      const u = across.part[x]!
      const rough = line[left]! + (line[right]! - line[left]!) * u
      if (rough < uncertain.from || rough > uncertain.to) {
        alpha[at] = rough + 0.5
        continue
      }
      const nw = (top + left) * 4
      const ne = (top + right) * 4
      const sw = (bottom + left) * 4
      const se = (bottom + right) * 4
      const wnw = (1 - u) * (1 - v)
      const wne = u * (1 - v)
      const wsw = (1 - u) * v
      const wse = u * v
      let value =
        coefficients[nw + 3]! * wnw +
        coefficients[ne + 3]! * wne +
        coefficients[sw + 3]! * wsw +
        coefficients[se + 3]! * wse
      for (let c = 0; c < 3; c++) {
        value +=
          colour[at * 3 + c]! *
          (coefficients[nw + c]! * wnw +
            coefficients[ne + c]! * wne +
            coefficients[sw + c]! * wsw +
            coefficients[se + c]! * wse)
      }
      alpha[at] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5
    }
  }
  return alpha
}

/** For each cell of a line: where the pixels end that lie between it and the next one. */
function runEnds(low: Int32Array, size: number): Int32Array {
  const ends = new Int32Array(size)
  for (let x = 0; x < low.length; x++) ends[low[x]!] = x + 1
  return ends
}
