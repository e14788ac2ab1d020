/**
 * The edge at the photo's own resolution. Two things are wrong with it, and the colours around it put both right
 * (colour-line.ts).
 *
 * Alpha comes from a grid and is often off by a pixel or two. So where it is soft, it goes half the way to where the
 * pixel lies between the colours of subject and background: single hairs appear, the gaps between them open, and edges
 * move to their place.
 *
 * And a pixel with a thin hair shows half hair, half old background; on a new background the old half would show as a
 * fringe. So each pixel near an edge gets the subject's own colour.
 */
import type { Cutout } from '../raster/picture.js'
import { workOnEdges } from './colour-line.js'

// Of the true mattes in the evaluation set all kinds gain by it. Further on, textures of fur and cloth show as holes.
const WAY = 0.5

/** Alpha is changed in place, where it is neither 0 nor 255; with `clean`, so are the colours. */
export const sharpenEdges = (picture: Cutout, clean: boolean): void => workOnEdges(picture, { sharpen: WAY, clean })

/** Colours alone, for a picture whose alpha is final: changed in place near edges, where alpha is not 0. */
export const estimateForeground = (picture: Cutout): void => workOnEdges(picture, { clean: true })
