/**
 * The S-measure (Fan et al. 2017, alpha 0.5): the structural similarity of prediction and truth. Half of it compares
 * object and background as a whole, half the four blocks around the centre of the object.
 */
import { atLeast, count, type Mask, type Plane, roundHalfEven } from './plane.js'

/** Keeps divisions finite. Part of the published formula, not ours to tune. */
const EPSILON = 1e-8

export function sMeasure(prediction: Plane, truth: Plane): number {
  const object = atLeast(truth, 0.5)
  const share = count(object) / object.data.length
  if (share === 0) return 1 - mean(prediction)
  if (share === 1) return mean(prediction)
  const byObject = share * uniformity(prediction, object, 1) + (1 - share) * uniformity(prediction, object, 0)
  return Math.max(0, 0.5 * byObject + 0.5 * regionSimilarity(prediction, object))
}

function mean({ data }: Plane): number {
  let sum = 0
  for (let i = 0; i < data.length; i++) sum += data[i]!
  return sum / data.length
}

/** How uniformly alpha equals `wanted` where it should: inside the object (1) or outside it (0). */
function uniformity({ data: alpha }: Plane, object: Mask, wanted: 0 | 1): number {
  let n = 0
  let sum = 0
  for (let i = 0; i < alpha.length; i++) {
    if (object.data[i] !== wanted) continue
    n++
    sum += wanted === 1 ? alpha[i]! : 1 - alpha[i]!
  }
  const mu = sum / n
  let squares = 0
  for (let i = 0; i < alpha.length; i++) {
    if (object.data[i] !== wanted) continue
    const deviation = (wanted === 1 ? alpha[i]! : 1 - alpha[i]!) - mu
    squares += deviation * deviation
  }
  return (2 * mu) / (mu * mu + 1 + Math.sqrt(squares / n) + EPSILON)
}

interface Block {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The similarity of the four blocks that meet at the centre of the object, weighted by their areas. */
function regionSimilarity(prediction: Plane, object: Mask): number {
  const { width, height } = object
  const { x, y } = centre(object)
  const blocks: Block[] = [
    { left: 0, top: 0, right: x, bottom: y },
    { left: x, top: 0, right: width, bottom: y },
    { left: 0, top: y, right: x, bottom: height },
    { left: x, top: y, right: width, bottom: height },
  ]
  let total = 0
  for (const block of blocks) {
    const area = (block.right - block.left) * (block.bottom - block.top)
    if (area > 0) total += (area / (width * height)) * blockSimilarity(prediction, object, block)
  }
  return total
}

/** The first column and row after the centroid: the centroid itself belongs to the upper left block. */
function centre({ data, width, height }: Mask): { x: number; y: number } {
  let n = 0
  let sumX = 0
  let sumY = 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!data[i]) continue
      n++
      sumX += x
      sumY += y
    }
  }
  return { x: roundHalfEven(sumX / n) + 1, y: roundHalfEven(sumY / n) + 1 }
}

/** The structural similarity (SSIM without its constants) of one block. */
function blockSimilarity(prediction: Plane, object: Mask, { left, top, right, bottom }: Block): number {
  const { width } = object
  const n = (right - left) * (bottom - top)
  let sumP = 0
  let sumO = 0
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      sumP += prediction.data[i]!
      sumO += object.data[i]!
    }
  }
  const meanP = sumP / n
  const meanO = sumO / n
  // Squared differences in a second pass: the one-pass form cancels badly where a block is almost uniform.
  let varianceP = 0
  let varianceO = 0
  let covariance = 0
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      const p = prediction.data[i]! - meanP
      const o = object.data[i]! - meanO
      varianceP += p * p
      varianceO += o * o
      covariance += p * o
    }
  }
  const freedom = n - 1 + EPSILON
  const alike = (4 * meanP * meanO * covariance) / freedom
  const unlike = (meanP * meanP + meanO * meanO) * ((varianceP + varianceO) / freedom)
  if (alike !== 0) return alike / (unlike + EPSILON)
  return unlike === 0 ? 1 : 0
}
