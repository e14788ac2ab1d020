import { crossingsAt } from '../../raster/crossings.js'
import type { Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'

export interface Cover extends Size {
  readonly left: number
  readonly top: number
  /** 0..1, one value per pixel of the part. */
  readonly share: Float32Array
}

const SCANS = 4

/** A cover of nothing, as large as the points reach. */
function coverAround(points: readonly Point[], { width, height }: Size): Cover {
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  for (const { x, y } of points) {
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
  }
  const left = Math.max(0, Math.floor(x0))
  const top = Math.max(0, Math.floor(y0))
  const across = Math.max(0, Math.min(width, Math.ceil(x1)) - left)
  const down = Math.max(0, Math.min(height, Math.ceil(y1)) - top)
  return { left, top, width: across, height: down, share: new Float32Array(across * down) }
}

export function coverPolygon(points: readonly Point[], size: Size): Cover {
  const cover = coverAround(points, size)
  const { left, top, width, height, share } = cover
  // How much more each pixel of a row is covered than the one to its left: spans cost the same, however long they are.
  const rises = new Float64Array(width + 2)
  for (let y = 0, i = 0; y < height; y++) {
    rises.fill(0)
    for (let scan = 0; scan < SCANS; scan++) {
      const crossings = crossingsAt(points, top + y + (scan + 0.5) / SCANS)
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        const from = Math.max(0, crossings[k]! - left)
        const to = Math.min(width, crossings[k + 1]! - left)
        if (to > from) addSpan(rises, from, to)
      }
    }
    for (let x = 0, covered = 0; x < width; x++, i++) {
      covered += rises[x]!
      share[i] = covered / SCANS
    }
  }
  return cover
}

function addSpan(rises: Float64Array, from: number, to: number): void {
  const first = Math.floor(from)
  const last = Math.ceil(to) - 1
  rises[first]! += first + 1 - from
  rises[first + 1]! += from - first
  rises[last]! += to - last - 1
  rises[last + 1]! += last - to
}
