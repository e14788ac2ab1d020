/**
 * Is there a subject at all? Of stripes, text and other patterns the network calls large parts subject without being
 * sure of them. Doubt alone is no reason to give up, photos can be hard; doubt before a picture that repeats itself is, and
 * so is a picture that does nothing but repeat itself.
 *
 * The limits were chosen on 212 photos with a subject, none of which is refused, and some thirty drawn patterns.
 * test/networks/no-subject.test.ts tells when a new network needs other limits.
 */
import { filled, kernels } from '../kernels/room.js'
import { repetitionOf } from '../raster/repetition.js'
import type { Look } from './look.js'

/** Below this the network is not sure of anything. */
const MIN_PEAK = 3
/** The mean logit of what it calls subject, each counted up to a limit: beyond it, more is no more certain. */
const DOUBTFUL_BELOW = 5.4
const SURE = 6
const PATTERN_ABOVE = 0.65
/** Nothing but a pattern, however sure the network is. Of 262 photos none comes above 0.67. */
const ONLY_PATTERN_ABOVE = 0.9

/** `look`: the first one, at the whole picture. */
export function showsSubject({ word: { logits, size }, square }: Look): boolean {
  let [count, sum, peak] = [0, 0, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < logits.length; i++) {
    const logit = logits[i]!
    if (logit > peak) peak = logit
    if (logit <= 0) continue
    count += 1
    sum += Math.min(SURE, logit)
  }
  if (peak < MIN_PEAK) return false
  const limit = sum >= DOUBTFUL_BELOW * count ? ONLY_PATTERN_ABOVE : PATTERN_ABOVE
  return repetitionOf(lightnessOf(square, size), size) < limit
}

/** The copy in grey, at the size of the opinion: a whole fraction of its own. */
function lightnessOf(square: Uint8Array, size: number): Float32Array {
  const lightness = new Float32Array(size * size)
  kernels.lightnessOf(square, size, Math.sqrt(square.length / 3) / size, filled(lightness))
  return lightness
}
