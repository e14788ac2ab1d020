/**
 * The last word about the edge, at the photo's own resolution, is the photo's: where alpha is soft, it goes half the way
 * to where the pixel lies between the colours of subject and background around it. Single hairs appear, the gaps between
 * them open, and edges that were found a pixel off move to their place.
 */
import type { Photo } from '../raster/picture.js'
import { nearEdges, subjectShare } from './colour-line.js'
import { findSurroundings } from './surroundings.js'

// Of the true mattes in the evaluation set all kinds gain by it. Further on, textures of fur and cloth show as holes.
const WAY = 0.5

/** `alpha`, at the photo's size, is changed in place; what is exactly 0 or 255 stays. */
export function sharpenByColour(alpha: Uint8Array, photo: Photo): void {
  const { width, height, colour } = photo
  const around = findSurroundings({ colour, alpha, width, height })
  if (!around) return
  nearEdges(around, width, height, (x, y, local) => {
    const at = y * width + x
    if (alpha[at] === 0 || alpha[at] === 255) return
    const before = alpha[at]! / 255
    const share = subjectShare(colour, at * 3, before, local)
    alpha[at] = (before + WAY * (share - before)) * 255 + 0.5
  })
}
