/**
 * What the photo's colours say about belonging: how much more frequent the colour of a cell is among cells that surely
 * are subject than among those that surely are not, as a logit.
 */
import { clamp } from '../../src/imaging/raster/clamp.js'

/** From this logit on a cell is sure enough for others to be measured by it. */
const SURE = 2
/** With fewer sure cells on either side, nothing is known about its colours. */
const MIN_SAMPLES = 30
/** Sixteen levels per channel. */
const LEVELS = 16
const BINS = LEVELS ** 3
/** The share below which a colour is too rare on one side to prove anything. */
const RARE = 5e-4
/** Colours suggest, they do not prove: subjects and backgrounds share many of them. */
const MAX_EVIDENCE = 2

/** `rgb` interleaved, one pixel per logit. All zero when one side is unknown. */
export function colourEvidence(logits: Float32Array, rgb: Uint8Array): Float32Array {
  const evidence = new Float32Array(logits.length)
  const inside = new Float32Array(BINS)
  const outside = new Float32Array(BINS)
  let insideCells = 0
  let outsideCells = 0
  for (let i = 0; i < logits.length; i++) {
    if (logits[i]! > SURE) {
      inside[binOf(rgb, i)]! += 1
      insideCells += 1
    } else if (logits[i]! < -SURE) {
      outside[binOf(rgb, i)]! += 1
      outsideCells += 1
    }
  }
  if (insideCells < MIN_SAMPLES || outsideCells < MIN_SAMPLES) return evidence

  const ofInside = logShares(inside, insideCells)
  const ofOutside = logShares(outside, outsideCells)
  for (let i = 0; i < evidence.length; i++) {
    const bin = binOf(rgb, i)
    evidence[i] = clamp(ofInside[bin]! - ofOutside[bin]!, -MAX_EVIDENCE, MAX_EVIDENCE)
  }
  return evidence
}

const binOf = (rgb: Uint8Array, i: number): number =>
  ((rgb[i * 3]! >> 4) << 8) | ((rgb[i * 3 + 1]! >> 4) << 4) | (rgb[i * 3 + 2]! >> 4)

function logShares(counts: Float32Array, total: number): Float32Array {
  for (const step of [1, LEVELS, LEVELS * LEVELS]) spreadToNeighbours(counts, step)
  return counts.map((count) => Math.log(count / total + RARE))
}

/** Half stays, a quarter goes to either side: neighbouring colours are nearly the same. */
function spreadToNeighbours(counts: Float32Array, step: number): void {
  const before = counts.slice()
  for (let bin = 0; bin < BINS; bin++) {
    const level = Math.floor(bin / step) % LEVELS
    const darker = before[level > 0 ? bin - step : bin]!
    const lighter = before[level < LEVELS - 1 ? bin + step : bin]!
    counts[bin] = before[bin]! / 2 + (darker + lighter) / 4
  }
}
