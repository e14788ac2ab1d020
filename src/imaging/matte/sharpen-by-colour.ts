/**
 * The last word about the edge, at the photo's own resolution, is the photo's: where alpha is soft, it goes half the way
 * to where the pixel lies between the colours of subject and background around it. Single hairs appear, the gaps between
 * them open, and edges that were found a pixel off move to their place.
 */
import type { Photo } from '../raster/picture.js'
import { moveAlpha } from './colour-line.js'

// Of the true mattes in the evaluation set all kinds gain by it. Further on, textures of fur and cloth show as holes.
const WAY = 0.5

/** `alpha`, at the photo's size, is changed in place; what is exactly 0 or 255 stays. */
export const sharpenByColour = (alpha: Uint8Array, { width, height, colour }: Photo): void =>
  moveAlpha({ width, height, colour, alpha }, WAY)
