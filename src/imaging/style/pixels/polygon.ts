/** Polygons on a plane. */
import { crossingsAt } from '../../raster/crossings.js'
import type { Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'

/** Raises the plane to at least `value` inside the polygon. */
export function fillPolygon(plane: Float32Array, { width, height }: Size, points: readonly Point[], value = 1): void {
  const ys = points.map(({ y }) => y)
  const from = Math.max(0, Math.floor(Math.min(...ys)))
  const to = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  for (let y = from; y <= to; y++) {
    const crossings = crossingsAt(points, y + 0.5)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const left = Math.max(0, Math.round(crossings[i]!))
      const right = Math.min(width, Math.round(crossings[i + 1]!))
      for (let at = y * width + left; at < y * width + right; at++) plane[at] = Math.max(plane[at]!, value)
    }
  }
}

/** The polygon scaled about the mean of its points; `extraUp` is added to the factor above it. */
export function scalePolygon(points: readonly Point[], factor: number, extraUp = 0): Point[] {
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }
  return points.map(({ x, y }) => ({
    x: middle.x + (x - middle.x) * factor,
    y: middle.y + (y - middle.y) * (y < middle.y ? factor + extraUp : factor),
  }))
}
