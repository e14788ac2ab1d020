import { clamp01 } from '../../raster/clamp.js'
import { crossingsAt } from '../../raster/crossings.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf, type Point } from '../../raster/point.js'

export interface Cover extends Size {
  readonly left: number
  readonly top: number
  /** 0..1, one value per pixel of the part. */
  readonly share: Float32Array
}

const SCANS = 4

/** A cover of nothing, as large as the points reach. */
function coverAround(points: readonly Point[], margin: number, { width, height }: Size): Cover {
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  for (const { x, y } of points) {
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
  }
  const left = Math.max(0, Math.floor(x0 - margin))
  const top = Math.max(0, Math.floor(y0 - margin))
  const across = Math.max(0, Math.min(width, Math.ceil(x1 + margin)) - left)
  const down = Math.max(0, Math.min(height, Math.ceil(y1 + margin)) - top)
  return { left, top, width: across, height: down, share: new Float32Array(across * down) }
}

export function coverPolygon(points: readonly Point[], size: Size): Cover {
  const cover = coverAround(points, 0, size)
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

/** A line through the points; its width may differ from end to end: `widthAt` is asked from 0 to 1. */
export function coverStroke(points: readonly Point[], size: Size, widthAt: (place: number) => number): Cover {
  const last = points.length - 1
  const widths = points.map((_, i) => widthAt(last > 0 ? i / last : 0) / 2)
  const cover = coverAround(points, Math.max(...widths) + 1, size)
  for (let i = 0; i < last; i++) coverSegment(cover, points[i]!, points[i + 1]!, widths[i]!, widths[i + 1]!)
  return cover
}

function coverSegment(cover: Cover, a: Point, b: Point, startRadius: number, endRadius: number): void {
  const { left, top, width, height, share } = cover
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const squared = dx * dx + dy * dy
  const margin = Math.max(startRadius, endRadius) + 1
  const x0 = Math.max(0, Math.floor(Math.min(a.x, b.x) - margin) - left)
  const x1 = Math.min(width, Math.ceil(Math.max(a.x, b.x) + margin) - left)
  const y0 = Math.max(0, Math.floor(Math.min(a.y, b.y) - margin) - top)
  const y1 = Math.min(height, Math.ceil(Math.max(a.y, b.y) + margin) - top)
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [px, py] = [x + left + 0.5 - a.x, y + top + 0.5 - a.y]
      const t = squared > 0 ? clamp01((px * dx + py * dy) / squared) : 0
      const distance = lengthOf(px - t * dx, py - t * dy)
      const radius = startRadius + (endRadius - startRadius) * t
      // A line thinner than a pixel is paler instead.
      const value = clamp01(radius - distance + 0.5) * Math.min(1, radius * 2)
      const at = y * width + x
      if (value > share[at]!) share[at] = value
    }
  }
}
