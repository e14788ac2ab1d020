/**
 * The colour of edges, apart from their shape. Composited with the true alpha on any background, the colours under test
 * and those of the reference differ by alpha times the difference of the foreground colours: the visible fringe.
 */
import type { Pixels } from './colour-integrity.js'
import type { Plane } from './plane.js'

/** Fewer soft pixels than this mean nothing: hard masks have no soft edge to speak of. */
const MIN_SOFT_PIXELS = 500

/**
 * Mean difference (0..255) where the truth is partly transparent and the cut-out shows something; undefined if there are
 * too few such pixels.
 */
export function edgeColourError(
  colours: Pixels,
  reference: Float32Array,
  shown: Plane,
  truth: Plane,
): number | undefined {
  let sum = 0
  let count = 0
  for (let i = 0; i < truth.data.length; i++) {
    const alpha = truth.data[i]!
    if (alpha <= 0.02 || alpha >= 0.98 || shown.data[i] === 0) continue
    count++
    for (let c = 0; c < 3; c++)
      sum += (alpha * Math.abs(colours.data[i * colours.channels + c]! - reference[i * 3 + c]!)) / 3
  }
  return count < MIN_SOFT_PIXELS ? undefined : sum / count
}
