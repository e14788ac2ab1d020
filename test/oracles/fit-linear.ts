/** The fit of the guided filter, plainly: means of all products, plane by plane. */
import { boxMean } from '../support/box-mean.js'

/** `rgb`: the square copy, interleaved; `matte`: at the same size. Both 0..255. */
export function fitLinearMatte(
  matte: Uint8Array,
  rgb: Uint8Array,
  size: number,
  radius: number,
  epsilon: number,
): Float32Array {
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
  return coefficients
}

type Plane = Float32Array
type Thirteen = [Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane, Plane]
