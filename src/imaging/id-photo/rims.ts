/**
 * A rim of the old background that a matte took for the edge of the person: a few pixels along hair and shoulders, or between
 * curls. They have the colour of the background right beside them.
 */
import { clamp01 } from '../raster/clamp.js'
import type { Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import type { Edges } from './edges.js'
import type { PortraitMatte } from './portrait-matte.js'
import { linesOf, visitCells } from './visit-cells.js'

/** Below this distance colours are the same for the eye. */
const SAME = 4
/** On the way from the background to the person: what is no person at all, and what is all person. */
const NONE = 0.1
const ALL = 0.6

/** The photo's alpha without them; the same plane where there are none. */
export function withoutRims(photo: Photo, alpha: Uint8Array, matte: PortraitMatte, edges: Edges): Uint8Array {
  let cleared = alpha
  const asIs = (at: Point): Point => at
  visitCells(matte, edges.band, photo, asIs, linesOf(photo), (cell, x, y, labs, place) => {
    const at = y * photo.width + x
    const edge = alpha[at] === 0 ? undefined : edges.coloursAround(cell)
    if (!edge) return
    const [l, a, b] = edge.background
    const none = Math.max(SAME, edge.spread, NONE * edge.gap)
    const away = Math.hypot(labs[place]! - l, labs[place + 1]! - a, labs[place + 2]! - b)
    const share = clamp01((away - none) / (ALL * edge.gap - none))
    const left = 255 * (1 - edge.trust * (1 - share))
    if (left >= alpha[at]!) return
    if (cleared === alpha) cleared = alpha.slice()
    cleared[at] = left
  })
  return cleared
}
