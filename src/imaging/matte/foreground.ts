/**
 * The subject's own colours at its edge. A pixel with a thin hair shows half hair, half old background; on a new
 * background the old half would show as a fringe.
 *
 * Alpha cannot be taken at its word here: it is often off by a pixel or two, and then pixels of the old background count
 * as subject. So each pixel near an edge is held against what subject and background look like around it: where it
 * lies between the two colours says how much of it is subject, and the more clearly the two differ, the more that
 * counts against alpha. Alpha itself stays; sure pixels away from all edges stay as they are.
 */
import { clamp } from '../raster/clamp.js'
import { type LocalColours, nearEdges, subjectShare } from './colour-line.js'
import { findSurroundings } from './surroundings.js'

/** What colours vary by at least, as a variance: texture that the few samples missed. */
const TEXTURE = 100
/** The part of the noise that a thin share of the pixel must not amplify. */
const DAMPING = 20

/** `colour` (RGB) is changed in place near edges, where alpha is not 0. */
export function estimateForeground(colour: Uint8Array, alpha: Uint8Array, width: number, height: number): void {
  const around = findSurroundings({ colour, alpha, width, height })
  if (!around) return
  nearEdges(around, width, height, (x, y, local) => {
    const at = y * width + x
    if (alpha[at] !== 0) cleanPixel(colour, at * 3, alpha[at]! / 255, local)
  })
}

function cleanPixel(colour: Uint8Array, at: number, alpha: number, local: LocalColours): void {
  const share = subjectShare(colour, at, alpha, local)
  if (share >= 1) return
  const rest = 1 - share
  // What the two colours around do not explain is the texture of one of them, divided by how much each may vary.
  const front = local[3]! + TEXTURE
  const back = local[7]! + TEXTURE
  const gain = (share * front) / (share * share * front + rest * rest * back + rest * DAMPING)
  // No colour is made up that neither the pixel nor its surroundings have: no dark or bright specks.
  const reach = Math.sqrt(front)
  for (let c = 0; c < 3; c++) {
    const pixel = colour[at + c]!
    const subject = local[c]!
    const estimate = subject + gain * (pixel - share * subject - rest * local[4 + c]!)
    const inReach = clamp(estimate, Math.min(pixel, subject - reach), Math.max(pixel, subject + reach))
    colour[at + c] = clamp(inReach, 0, 255) + 0.5
  }
}
