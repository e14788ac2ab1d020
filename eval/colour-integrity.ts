/**
 * rgbE, which alpha alone cannot tell: did the cut-out keep the input's colours where there was nothing to remove?
 * Colours shift through colour profiles, lossy encoding, and edge clean-up that reaches too far.
 */
import type { Plane } from './plane.js'

/** Interleaved 8-bit pixels, RGB or RGBA; a fourth channel is ignored. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** Alpha above this is opaque. */
const OPAQUE = 0.98

/**
 * Mean absolute colour difference (0..255) where prediction and truth are both opaque; undefined if no pixel is, or if
 * the sizes differ, so that pixels cannot be matched.
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
