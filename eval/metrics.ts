/**
 * Scores a predicted alpha against the truth with the usual metrics of the matting and salient-object literature. Only
 * formulas: `evaluation-set.ts` provides the pictures.
 */
import { boundaryF, boundaryIoU } from './boundary.js'
import { gradientMagnitude } from './gradient.js'
import { contour, dilateDisk } from './morphology.js'
import { atLeast, emptyMask, intersectionOverUnion, type Mask, type Plane, roundHalfEven } from './plane.js'
import { sMeasure } from './s-measure.js'

export { colourIntegrity, type Pixels } from './colour-integrity.js'
export type { Plane } from './plane.js'

/** Lower is better for the first five, higher for the rest. */
export interface Scores {
  /** Sum of absolute differences, in thousands. */
  readonly SAD: number
  readonly MAE: number
  readonly MSE: number
  /** Sum of squared differences of the gradient magnitudes, in thousands. */
  readonly Grad: number
  /** Mean absolute error in the transition band only: hair, fur and edges. */
  readonly bMAE: number
  /** Of the silhouettes at alpha 0.5. */
  readonly IoU: number
  /** The best F-measure (beta² = 0.3) over the 255 thresholds. */
  readonly maxF: number
  /** S-measure. */
  readonly S: number
  /** Boundary F-measure. */
  readonly BF: number
  /** Boundary IoU. */
  readonly BIoU: number
}

/** Where `ignore` exceeds 0.5 the truth is unknown, and any prediction counts as right. */
export function scoreAlpha(prediction: Plane, truth: Plane, ignore?: Plane): Scores {
  requireSameSize(prediction, truth)
  if (ignore) requireSameSize(ignore, truth)
  const { width, height } = truth
  const valid = emptyMask(width, height)
  // Doubles throughout: sums run over millions of pixels, and the inner loops then see only one array type.
  const g = { data: Float64Array.from(truth.data), width, height }
  const p = { data: new Float64Array(width * height), width, height }
  for (let i = 0; i < p.data.length; i++) {
    valid.data[i] = ignore && ignore.data[i]! > 0.5 ? 0 : 1
    p.data[i] = valid.data[i] ? Math.min(1, Math.max(0, prediction.data[i]!)) : g.data[i]!
  }

  const silhouette = atLeast(p, 0.5)
  const trueSilhouette = atLeast(g, 0.5)
  const diagonal = Math.hypot(width, height)
  /** Distances scale with the picture, so that scores do not depend on its resolution. */
  const pixels = (share: number, min: number) => Math.max(min, roundHalfEven(share * diagonal))
  return {
    ...differences(p, g, valid, transitionBand(g, trueSilhouette, pixels(0.006, 3))),
    IoU: intersectionOverUnion(silhouette, trueSilhouette),
    maxF: maxF(p, trueSilhouette, valid),
    S: sMeasure(p, g),
    BF: boundaryF(silhouette, trueSilhouette, pixels(0.008, 1)),
    BIoU: boundaryIoU(silhouette, trueSilhouette, pixels(0.02, 1)),
  }
}

function requireSameSize(a: { width: number; height: number }, b: { width: number; height: number }): void {
  if (a.width !== b.width || a.height !== b.height) {
    throw new RangeError(`Cannot score ${a.width}x${a.height} against ${b.width}x${b.height}`)
  }
}

/** Everything close to a partly transparent pixel or to the edge of the silhouette. */
function transitionBand(truth: Plane, silhouette: Mask, radius: number): Mask {
  const uncertain = contour(silhouette)
  for (let i = 0; i < uncertain.data.length; i++) {
    const alpha = truth.data[i]!
    if (alpha > 0.02 && alpha < 0.98) uncertain.data[i] = 1
  }
  return dilateDisk(uncertain, radius)
}

/** The five errors that compare pixel by pixel. */
function differences(p: Plane, g: Plane, valid: Mask, band: Mask) {
  const gradientP = gradientMagnitude(p)
  const gradientG = gradientMagnitude(g)
  let [validPixels, absolute, squared, gradient, bandPixels, bandAbsolute] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < valid.data.length; i++) {
    if (!valid.data[i]) continue
    const error = Math.abs(p.data[i]! - g.data[i]!)
    validPixels++
    absolute += error
    squared += error * error
    gradient += (gradientP[i]! - gradientG[i]!) ** 2
    if (band.data[i]) {
      bandPixels++
      bandAbsolute += error
    }
  }
  // With no pixels to count, the sums are zero; dividing by one keeps the errors zero.
  return {
    SAD: absolute / 1000,
    MAE: absolute / Math.max(1, validPixels),
    MSE: squared / Math.max(1, validPixels),
    Grad: gradient / 1000,
    bMAE: bandAbsolute / Math.max(1, bandPixels),
  }
}

/** The best F over the thresholds 255 to 1; alpha is rounded to the 256 levels of a PNG. */
function maxF(p: Plane, silhouette: Mask, valid: Mask): number {
  const inside = new Uint32Array(256)
  const outside = new Uint32Array(256)
  let positives = 0
  for (let i = 0; i < valid.data.length; i++) {
    if (!valid.data[i]) continue
    const level = roundHalfEven(p.data[i]! * 255)
    if (silhouette.data[i]) {
      inside[level]!++
      positives++
    } else outside[level]!++
  }
  let [hits, misses, best] = [0, 0, 0]
  for (let level = 255; level >= 1; level--) {
    hits += inside[level]!
    misses += outside[level]!
    const precision = hits / Math.max(1, hits + misses)
    const recall = hits / Math.max(1, positives)
    best = Math.max(best, (1.3 * precision * recall) / Math.max(0.3 * precision + recall, 1e-9))
  }
  // Nothing to find: only an empty prediction is right.
  if (positives === 0) return misses === 0 ? 1 : 0
  return best
}
