/**
 * Edges finer than the networks' grid: near each edge, alpha is taken to be a linear function of the photo's own colour
 * (guided filter, He et al.). The function is fitted on the small square copy; only its evaluation runs at the photo's
 * own size, row by row, and only where the enlarged matte is uncertain.
 */
import { fittedLinear } from '../kernels/fit-linear.js'
import type { Photo } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'

/** Per pixel of the square copy: alpha = r·red + g·green + b·blue + offset, all of them in 0..255. */
export interface LinearMatte {
  readonly size: number
  /** r, g, b, offset, interleaved. */
  readonly coefficients: Float32Array
}

interface GuideOptions {
  /** Half width of the fit's window, in pixels of the square copy. */
  readonly radius: number
  /** How much the colours (0..1) must vary before they are trusted. */
  readonly epsilon: number
}

// Tuned with `npm run eval`: a wider window finds the outline more accurately, a narrower one more single hairs.
const GUIDE: GuideOptions = { radius: 5, epsilon: 3e-4 }

/** `rgb`: the square copy, interleaved; `matte`: at the same size. Both 0..255. */
export const fitLinearMatte = (
  matte: Uint8Array,
  rgb: Uint8Array,
  size: number,
  { radius, epsilon }: GuideOptions = GUIDE,
): LinearMatte => ({ size, coefficients: fittedLinear(rgb, matte, size, radius, epsilon) })

// Outside this range the networks are sure, and colours could only mislead.
const UNCERTAIN_FROM = 5
const UNCERTAIN_TO = 250

/** The matte at the photo's own size, sharpened along the photo's edges where it is uncertain. */
export function enlargeAlongEdges(
  matte: Uint8Array,
  { size, coefficients }: LinearMatte,
  { width, height, colour }: Photo,
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
      if (rough < UNCERTAIN_FROM || rough > UNCERTAIN_TO) {
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
