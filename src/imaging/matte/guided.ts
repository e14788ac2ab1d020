/**
 * Edges finer than the networks' grid: near each edge, alpha is taken to be a linear function of the photo's own colour
 * (guided filter, He et al.). The function is fitted on the small square copy; only its evaluation runs at the photo's
 * own size, row by row, and only where the enlarged matte is uncertain.
 */
import { enlargeLine } from '../kernels/enlarge.js'
import { fittedLinear } from '../kernels/fit-linear.js'
import { bytesAt, floatsAt, intsAt, reserve } from '../kernels/memory.js'
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
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  const at = reserve({
    matte: matte.length,
    fits: coefficients.length * 4,
    parts: width * 4,
    ends: size * 4,
    colour: width * 3 + 16,
    alpha: width,
    line: size * 4,
  })
  bytesAt(at.matte, matte.length).set(matte)
  floatsAt(at.fits, coefficients.length).set(coefficients)
  floatsAt(at.parts, width).set(across.part)
  intsAt(at.ends, size).set(runEnds(across.low, size))
  const sure = sureRows(matte, size)
  const pixels = bytesAt(at.colour, width * 3)
  const row = bytesAt(at.alpha, width)
  const alpha = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [down.low[y]!, down.high[y]!]
    if (sure[top] !== UNSURE && sure[top] === sure[bottom]) {
      alpha.fill(sure[top]!, y * width, (y + 1) * width)
      continue
    }
    pixels.set(colour.subarray(y * width * 3, (y + 1) * width * 3))
    enlargeLine(
      at.matte,
      at.fits,
      size,
      top,
      bottom,
      down.part[y]!,
      at.parts,
      at.ends,
      UNCERTAIN_FROM,
      UNCERTAIN_TO,
      at.colour,
      at.alpha,
      at.line,
    )
    alpha.set(row, y * width)
  }
  return alpha
}

const UNSURE = -1

/** Rows of the matte that hold nothing but one sure value, and which. */
function sureRows(matte: Uint8Array, size: number): Int16Array {
  return Int16Array.from({ length: size }, (_, y) => {
    const row = matte.subarray(y * size, (y + 1) * size)
    const [value] = row
    return (value === 0 || value === 255) && row.every((other) => other === value) ? value : UNSURE
  })
}

/** For each cell of a line: where the pixels end that lie between it and the next one. */
function runEnds(low: Int32Array, size: number): Int32Array {
  const ends = new Int32Array(size)
  for (let x = 0; x < low.length; x++) ends[low[x]!] = x + 1
  return ends
}
