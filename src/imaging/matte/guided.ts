/**
 * Edges finer than the networks' grid: near each edge, alpha is taken to be a linear function of the photo's own colour
 * (guided filter, He et al.). The function is fitted on the small square copy; only its evaluation runs at the photo's
 * own size, and only where the enlarged matte is uncertain.
 */
import type { Photo } from '../picture.js'
import { boxMean } from './box-mean.js'
import { tapsFor } from './taps.js'

/** Per pixel of the square copy: alpha = r·red + g·green + b·blue + offset, colours and alpha in 0..1. */
export interface LinearMatte {
  readonly size: number
  /** r, g, b, offset, interleaved. */
  readonly coefficients: Float32Array
}

interface GuideOptions {
  /** Half width of the window of the fit, in pixels of the square copy. */
  readonly radius: number
  /** How much the colours must vary before they are trusted. */
  readonly epsilon: number
}

// Tuned with `npm run eval`: a wider window finds more of the true outline, a narrower one more of single hairs.
const GUIDE: GuideOptions = { radius: 8, epsilon: 1e-3 }

/** `rgb`: the square copy, interleaved; `matte`: at the same size. Both 0..255. */
export function fitLinearMatte(
  matte: Uint8Array,
  rgb: Uint8Array,
  size: number,
  { radius, epsilon }: GuideOptions = GUIDE,
): LinearMatte {
  const area = size * size
  const mean = (at: (i: number) => number): Float32Array => {
    const plane = new Float32Array(area)
    for (let i = 0; i < area; i++) plane[i] = at(i)
    return boxMean(plane, size, size, radius)
  }
  const scale = 1 / 255
  const square = scale * scale
  const [mr, mg, mb] = [0, 1, 2].map((c) => mean((i) => rgb[i * 3 + c]! * scale)) as [Plane, Plane, Plane]
  const mp = mean((i) => matte[i]! * scale)
  const [rr, rg, rb, gg, gb, bb] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ].map(([c, d]) => mean((i) => rgb[i * 3 + c!]! * rgb[i * 3 + d!]! * square)) as [
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
  ]
  const [rp, gp, bp] = [0, 1, 2].map((c) => mean((i) => rgb[i * 3 + c]! * matte[i]! * square)) as [Plane, Plane, Plane]

  const fit = [new Float32Array(area), new Float32Array(area), new Float32Array(area), new Float32Array(area)] as const
  for (let i = 0; i < area; i++) {
    // The symmetric 3x3 covariance of the colours, and their covariance with the matte.
    const a = rr[i]! - mr[i]! * mr[i]! + epsilon
    const b = rg[i]! - mr[i]! * mg[i]!
    const c = rb[i]! - mr[i]! * mb[i]!
    const d = gg[i]! - mg[i]! * mg[i]! + epsilon
    const e = gb[i]! - mg[i]! * mb[i]!
    const f = bb[i]! - mb[i]! * mb[i]! + epsilon
    const x = rp[i]! - mr[i]! * mp[i]!
    const y = gp[i]! - mg[i]! * mp[i]!
    const z = bp[i]! - mb[i]! * mp[i]!
    const [ca, cb, cc] = [d * f - e * e, c * e - b * f, b * e - c * d]
    const inverse = 1 / (a * ca + b * cb + c * cc)
    const r = (ca * x + cb * y + cc * z) * inverse
    const g = (cb * x + (a * f - c * c) * y + (b * c - a * e) * z) * inverse
    const v = (cc * x + (b * c - a * e) * y + (a * d - b * b) * z) * inverse
    fit[0][i] = r
    fit[1][i] = g
    fit[2][i] = v
    fit[3][i] = mp[i]! - r * mr[i]! - g * mg[i]! - v * mb[i]!
  }
  const coefficients = new Float32Array(area * 4)
  for (const [channel, plane] of fit.entries()) {
    const smooth = boxMean(plane, size, size, radius)
    for (let i = 0; i < area; i++) coefficients[i * 4 + channel] = smooth[i]!
  }
  return { size, coefficients }
}

type Plane = Float32Array

// Outside of this the networks are sure, and colours could only mislead.
const UNCERTAIN_FROM = 5
const UNCERTAIN_TO = 250

/** Replaces the uncertain values of an enlarged matte, in place. */
export function sharpenEdges(
  alpha: Uint8Array,
  { width, height, colour }: Photo,
  { size, coefficients }: LinearMatte,
): void {
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  for (let y = 0; y < height; y++) {
    const row = y * width
    const top = down.low[y]! * size
    const bottom = down.high[y]! * size
    const v = down.part[y]!
    for (let x = 0; x < width; x++) {
      const rough = alpha[row + x]!
      if (rough < UNCERTAIN_FROM || rough > UNCERTAIN_TO) continue
      const u = across.part[x]!
      const [nw, ne] = [(top + across.low[x]!) * 4, (top + across.high[x]!) * 4]
      const [sw, se] = [(bottom + across.low[x]!) * 4, (bottom + across.high[x]!) * 4]
      const [wnw, wne, wsw, wse] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
      const pixel = (row + x) * 3
      let value = 0
      for (let c = 0; c < 4; c++) {
        const factor =
          coefficients[nw + c]! * wnw +
          coefficients[ne + c]! * wne +
          coefficients[sw + c]! * wsw +
          coefficients[se + c]! * wse
        value += factor * (c === 3 ? 255 : colour[pixel + c]!)
      }
      alpha[row + x] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5
    }
  }
}
