/**
 * Edges finer than the networks' grid: near each edge, alpha is taken to be a linear function of the photo's own colour
 * (guided filter, He et al.). The function is fitted on the small square copy; only its evaluation runs at the photo's
 * own size, row by row, and only where the enlarged matte is uncertain.
 */
import { boxMean } from '../raster/box-mean.js'
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
export function fitLinearMatte(
  matte: Uint8Array,
  rgb: Uint8Array,
  size: number,
  { radius, epsilon }: GuideOptions = GUIDE,
): LinearMatte {
  const area = size * size
  // Means of red, green, blue and matte, then of their products.
  const planes = Array.from({ length: 13 }, () => new Float32Array(area))
  const [R, G, B, P, RR, RG, RB, GG, GB, BB, RP, GP, BP] = planes as Thirteen
  for (let i = 0; i < area; i++) {
    const r = rgb[i * 3]! / 255
    const g = rgb[i * 3 + 1]! / 255
    const b = rgb[i * 3 + 2]! / 255
    const p = matte[i]! / 255
    R[i] = r
    G[i] = g
    B[i] = b
    P[i] = p
    RR[i] = r * r
    RG[i] = r * g
    RB[i] = r * b
    GG[i] = g * g
    GB[i] = g * b
    BB[i] = b * b
    RP[i] = r * p
    GP[i] = g * p
    BP[i] = b * p
  }
  for (const plane of planes) boxMean(plane, size, size, radius)

  // The fitted factors of red, green and blue and the offset overwrite the means, which are no longer needed.
  for (let i = 0; i < area; i++) {
    const r = R[i]!
    const g = G[i]!
    const b = B[i]!
    const p = P[i]!
    // The symmetric 3x3 covariance of the colours, and their covariance with the matte.
    const rr = RR[i]! - r * r + epsilon
    const rg = RG[i]! - r * g
    const rb = RB[i]! - r * b
    const gg = GG[i]! - g * g + epsilon
    const gb = GB[i]! - g * b
    const bb = BB[i]! - b * b + epsilon
    const rp = RP[i]! - r * p
    const gp = GP[i]! - g * p
    const bp = BP[i]! - b * p
    // Its inverse by cofactors.
    const c00 = gg * bb - gb * gb
    const c01 = rb * gb - rg * bb
    const c02 = rg * gb - rb * gg
    const c11 = rr * bb - rb * rb
    const c12 = rg * rb - rr * gb
    const c22 = rr * gg - rg * rg
    const inverse = 1 / (rr * c00 + rg * c01 + rb * c02)
    const x = (c00 * rp + c01 * gp + c02 * bp) * inverse
    const y = (c01 * rp + c11 * gp + c12 * bp) * inverse
    const z = (c02 * rp + c12 * gp + c22 * bp) * inverse
    R[i] = x
    G[i] = y
    B[i] = z
    P[i] = (p - x * r - y * g - z * b) * 255
  }
  const fit = [R, G, B, P]
  const coefficients = new Float32Array(area * 4)
  for (const [channel, plane] of fit.entries()) {
    boxMean(plane, size, size, radius)
    for (let i = 0; i < area; i++) coefficients[i * 4 + channel] = plane[i]!
  }
  return { size, coefficients }
}

type Plane = Float32Array
type Thirteen = [Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane]

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
