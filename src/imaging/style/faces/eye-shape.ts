/** The outline of a drawn eye: the sitter's lids, opened and rounded as the medium wants them. */
import { clamp, clamp01 } from '../../raster/clamp.js'
import { type FramedEye, LID_STEPS } from './framed-eye.js'

export interface EyeProportions {
  /** Height of the opening in widths of the eye, for an eye that is open as usual. */
  readonly open: number
  /** How round the lids are: 0 the sitter's own, 1 an ideal almond. */
  readonly round: number
}

export interface EyeShape {
  /** v of the lids; beyond the corners they run on. */
  upper(t: number): number
  lower(t: number): number
  readonly height: number
  /** v of the middle of the opening. */
  readonly middle: number
  readonly closed: boolean
}

/** Opening of an eye that looks straight and does not smile. */
const USUAL_OPENING = 0.36

export function shapeOf(eye: FramedEye, { open, round }: EyeProportions): EyeShape {
  const closed = !eye.isOpen
  const wide = clamp(eye.opening / USUAL_OPENING, 0.72, 1.12)
  const height = closed ? 0 : open * (0.55 + 0.45 * wide)
  const half = LID_STEPS / 2
  const middle = (eye.upper[half]! + eye.lower[half]!) / 2
  const stretch = closed ? 1 : height / eye.opening
  const upper = new Float32Array(LID_STEPS + 1)
  const lower = new Float32Array(LID_STEPS + 1)
  for (let i = 0; i <= LID_STEPS; i++) {
    const t = i / LID_STEPS - 0.5
    // Highest a little towards the nose, lowest a little towards the temple; the outer corner is the higher one.
    const corner = -0.05 * (t + 0.5)
    const above = corner - 0.56 * height * arch(t + 0.05)
    const below = corner + 0.5 * height * arch(t - 0.07)
    const own = (v: number): number => middle + (v - middle) * (closed ? 1 : stretch)
    upper[i] = closed ? eye.lower[i]! : own(eye.upper[i]!) * (1 - round) + (middle * 0.6 + above) * round
    lower[i] = closed ? eye.lower[i]! : own(eye.lower[i]!) * (1 - round) + (middle * 0.6 + below) * round
  }
  return { upper: curve(upper, -0.35), lower: curve(lower, 0), height, middle, closed }
}

const arch = (t: number): number => clamp01(1 - Math.abs(2 * t) ** 2.3) ** 0.8

/** `flick`: slope beyond the outer corner. */
const curve =
  (values: Float32Array, flick: number) =>
  (t: number): number => {
    const at = (t + 0.5) * LID_STEPS
    if (at <= 0) return values[0]!
    if (at >= LID_STEPS) return values[LID_STEPS]! + (t - 0.5) * flick
    const low = Math.floor(at)
    return values[low]! + (values[low + 1]! - values[low]!) * (at - low)
  }
