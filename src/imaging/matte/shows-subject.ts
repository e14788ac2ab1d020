/**
 * Is there a subject at all? Of stripes, text and other patterns the network calls large parts subject without being
 * sure of them. Doubt alone is no reason to give up, photos can be hard; doubt before a picture that repeats itself is.
 *
 * The limits were chosen on 212 photos with a subject, none of which is refused, and some thirty drawn patterns.
 * test/networks/no-subject.test.ts tells when a new network needs other limits.
 */
import { repetitionOf } from '../raster/repetition.js'
import type { Look } from './look.js'

/** Below this the network is not sure of anything. */
const MIN_PEAK = 3
/** The mean logit of what it calls subject, each counted up to a limit: beyond it, more is no more certain. */
const DOUBTFUL_BELOW = 5.4
const SURE = 6
const PATTERN_ABOVE = 0.65

/** `look`: the first one, at the whole picture. */
export function showsSubject({ word: { logits, size }, square }: Look): boolean {
  let [count, sum, peak] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const logit of logits) {
    if (logit > peak) peak = logit
    if (logit <= 0) continue
    count += 1
    sum += Math.min(SURE, logit)
  }
  if (peak < MIN_PEAK) return false
  return sum >= DOUBTFUL_BELOW * count || repetitionOf(lightnessOf(square, size), size) < PATTERN_ABOVE
}

/** The copy in grey, at the size of the opinion: a whole fraction of its own. */
function lightnessOf(square: Uint8Array, size: number): Float32Array {
  const step = Math.sqrt(square.length / 3) / size
  const side = size * step
  const share = 1 / (4 * step * step)
  const plane = new Float32Array(size * size)
  for (let y = 0, from = 0; y < side; y++) {
    const row = Math.floor(y / step) * size
    for (let to = row; to < row + size; to++) {
      let sum = 0
      for (let i = 0; i < step; i++, from += 3) sum += square[from]! + 2 * square[from + 1]! + square[from + 2]!
      plane[to]! += sum * share
    }
  }
  return plane
}
