/**
 * How well two silhouettes agree along their edges, regardless of the area inside: the boundary F-measure of the DAVIS
 * benchmark and the Boundary IoU of Cheng et al. 2021.
 */
import { contour, dilateDisk, erodeSquare } from './morphology.js'
import { count, emptyMask, intersectionOverUnion, type Mask, overlap } from './plane.js'

/** The harmonic mean of the shares of each contour that lie within `tolerance` of the other. */
export function boundaryF(predicted: Mask, truth: Mask, tolerance: number): number {
  const predictedEdge = contour(predicted)
  const trueEdge = contour(truth)
  const predictedLength = count(predictedEdge)
  const trueLength = count(trueEdge)
  if (predictedLength === 0 && trueLength === 0) return 1
  if (predictedLength === 0 || trueLength === 0) return 0
  const precision = overlap(predictedEdge, dilateDisk(trueEdge, tolerance)).both / predictedLength
  const recall = overlap(trueEdge, dilateDisk(predictedEdge, tolerance)).both / trueLength
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** The IoU of the two inner rims, each `thickness` pixels deep. */
export function boundaryIoU(predicted: Mask, truth: Mask, thickness: number): number {
  return intersectionOverUnion(rim(predicted, thickness), rim(truth, thickness))
}

function rim(mask: Mask, thickness: number): Mask {
  const inside = erodeSquare(mask, thickness)
  const out = emptyMask(mask.width, mask.height)
  for (let i = 0; i < out.data.length; i++) out.data[i] = mask.data[i]! & ~inside.data[i]!
  return out
}
