/**
 * rgbE, the measure that alpha alone cannot give: did the cutout keep the colours of the input where there was nothing
 * to remove? Shifts come from colour profiles, from lossy encoding, and from edge clean-up that reaches too far.
 */
import type { Plane } from './plane.js'

/** Interleaved 8-bit pixels, RGB or RGBA; a fourth channel is passed over. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** Alpha above this is opaque. */
const OPAQUE = 0.98

/**
 * Mean absolute difference of the colours (0..255) where prediction and truth are both opaque; undefined where no pixel
 * is, or where the sizes differ and pixels therefore cannot be matched.
 */
export function colourIntegrity(cutout: Pixels, input: Pixels, prediction: Plane, truth: Plane): number | undefined {
  const sameSize = [cutout, prediction, truth].every((r) => r.width === input.width && r.height === input.height)
  if (!sameSize) return undefined
  let values = 0
  let difference = 0
  for (let i = 0; i < truth.data.length; i++) {
    if (!(prediction.data[i]! > OPAQUE && truth.data[i]! > OPAQUE)) continue
    for (let c = 0; c < 3; c++) {
      difference += Math.abs(cutout.data[i * cutout.channels + c]! - input.data[i * input.channels + c]!)
      values++
    }
  }
  return values === 0 ? undefined : difference / values
}
