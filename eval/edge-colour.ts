/**
 * The colour of the edge, apart from its shape: edges are put on a contrasting background with the true alpha, once with
 * the colours under test and once with those of the yardstick. What differs is alpha times the difference of the
 * foreground colours, whatever the background; that is the fringe an onlooker sees.
 */
import type { Pixels } from './colour-integrity.js'
import type { Plane } from './plane.js'

/** Fewer soft pixels than this say nothing: hard masks have no edge to speak of. */
const ENOUGH = 500

/**
 * Mean difference (0..255) where the truth is partly transparent and the cut-out shows something; undefined where that
 * is hardly anywhere.
 */
export function edgeColourError(
  colours: Pixels,
  yardstick: Float32Array,
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
      sum += (alpha * Math.abs(colours.data[i * colours.channels + c]! - yardstick[i * 3 + c]!)) / 3
  }
  return count < ENOUGH ? undefined : sum / count
}
