/**
 * A cap that fits closely, as a woollen one does: it ends in a single edge from temple to temple, low on the forehead, evenly
 * bent and sharp. Hair may begin as low, but a fringe is ragged, and where it grows it thins out.
 */
import type { Lab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { lengthOf } from '../raster/point.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { labAt, quantileOf } from './lightness-at.js'

/** In eye distances: across the forehead. */
const COLUMNS = Array.from({ length: 45 }, (_, i) => (i - 22) * 0.03)
/** In face lengths (eyes to chin): from above the brows to above any hairline, and the steps between. */
const ROWS = { from: -0.2, to: -0.87, step: 0.01 }
/** In steps: an edge is sharp if as few on either side of it show most of what more of them show. */
const FEW = 2
const MORE = 6
/** In columns: bends are compared across so many to either side. */
const SPAN = 5
// Of 146 portraits without a cap, the nearest, with an even hairline, has 0.02 and 0.57; a woollen cap has 0.01 and 0.72.
const LOW = -0.6
const MAX_UNEVEN = 0.015
const MIN_SHARPNESS = 0.62
const MIN_CONTRAST = 15

export function hasCloseCap(photo: Photo, frame: FaceFrame): boolean {
  const edges = COLUMNS.map((column) => edgeAt(photo, frame, column * frame.eyeDistance))
  const valuesOf = (key: keyof Edge): number[] => edges.map((edge) => edge[key])
  const heights = valuesOf('v')
  const bends = heights.slice(SPAN, -SPAN).map((v, i) => heights[i]! - 2 * v + heights[i + 2 * SPAN]!)
  const bend = quantileOf(bends, 0.5)
  const uneven = bends.map((value) => Math.abs(value - bend))
  return (
    quantileOf(heights, 0.5) > LOW &&
    quantileOf(uneven, 0.8) <= MAX_UNEVEN &&
    quantileOf(valuesOf('sharpness'), 0.1) >= MIN_SHARPNESS &&
    quantileOf(valuesOf('contrast'), 0.1) >= MIN_CONTRAST
  )
}

interface Edge {
  /** In face lengths. */
  readonly v: number
  readonly contrast: number
  /** Which share of the contrast is right at the edge. */
  readonly sharpness: number
}

/** The strongest one on the way up the forehead. */
function edgeAt(photo: Photo, frame: FaceFrame, u: number): Edge {
  const steps = Math.round((ROWS.from - ROWS.to) / ROWS.step)
  const heightOf = (step: number): number => ROWS.from - step * ROWS.step
  const sums: Lab[] = [[0, 0, 0]]
  const [start, end] = [
    toPhoto(frame, { u, v: ROWS.from * frame.chin }),
    toPhoto(frame, { u, v: ROWS.to * frame.chin }),
  ]
  const [dx, dy] = [(end.x - start.x) / steps, (end.y - start.y) / steps]
  for (let step = 0; step < steps; step++) {
    const [l, a, b] = sums[step]!
    const colour = labAt(photo, { x: start.x + step * dx, y: start.y + step * dy })
    sums.push([l + colour[0], a + colour[1], b + colour[2]])
  }
  /** Between the means of so many before a step and after it. */
  const across = (step: number, reach: number): number => {
    const [before, here, after] = [sums[step - reach]!, sums[step]!, sums[step + reach]!]
    const apart = (i: 0 | 1 | 2): number => (2 * here[i] - before[i] - after[i]) / reach
    return lengthOf(apart(0), apart(1), apart(2))
  }
  let best = { step: MORE, few: 0, more: 0 }
  for (let step = MORE; step <= steps - MORE; step++) {
    const [few, more] = [across(step, FEW), across(step, MORE)]
    if (few + more > best.few + best.more) best = { step, few, more }
  }
  return { v: heightOf(best.step), contrast: best.more, sharpness: best.few / Math.max(1, best.more) }
}
