/**
 * The subject's own colours at its edge. A pixel with a thin hair shows half hair, half old background; on a new
 * background the old half would show as a fringe.
 *
 * Alpha cannot be taken at its word here: it is often off by a pixel or two, and then pixels of the old background count
 * as subject. So each pixel near an edge is held against what subject and background look like around it: where it
 * lies between the two colours says how much of it is subject, and the more clearly the two differ, the more that
 * counts against alpha. Alpha itself stays; sure pixels away from all edges stay as they are.
 */
import { cleanColour } from './colour-line.js'

/** `colour` (RGB) is changed in place near edges, where alpha is not 0. */
export const estimateForeground = (colour: Uint8Array, alpha: Uint8Array, width: number, height: number): void =>
  cleanColour({ width, height, colour, alpha })
