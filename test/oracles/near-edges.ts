/** The subject's own colours, plainly: pixel by pixel. */
import { clamp } from '../../src/imaging/raster/clamp.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'
import { type LocalColours, nearEdges, subjectShare } from './colour-line.js'
import { findSurroundings } from './surroundings.js'

export function cleanColour(picture: Cutout): void {
  const { width, height, colour, alpha } = picture
  const around = findSurroundings(picture)
  if (!around) return
  nearEdges(around, width, height, (x, y, local) => {
    const at = y * width + x
    if (alpha[at] !== 0) cleanPixel(colour, at * 3, alpha[at]! / 255, local)
  })
}

const TEXTURE = 100
const DAMPING = 20

function cleanPixel(colour: Uint8Array, at: number, alpha: number, local: LocalColours): void {
  const share = subjectShare(colour, at, alpha, local)
  if (share >= 1) return
  const rest = 1 - share
  const front = local[3]! + TEXTURE
  const back = local[7]! + TEXTURE
  const gain = (share * front) / (share * share * front + rest * rest * back + rest * DAMPING)
  const reach = Math.sqrt(front)
  for (let c = 0; c < 3; c++) {
    const pixel = colour[at + c]!
    const subject = local[c]!
    const estimate = subject + gain * (pixel - share * subject - rest * local[4 + c]!)
    const inReach = clamp(estimate, Math.min(pixel, subject - reach), Math.max(pixel, subject + reach))
    colour[at + c] = clamp(inReach, 0, 255) + 0.5
  }
}
