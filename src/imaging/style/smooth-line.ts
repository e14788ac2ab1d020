/** A curve through a few points, as a hand would draw it. */
import type { Point } from '../raster/point.js'

const PER_SPAN = 8

/** Catmull-Rom: it passes through all of them. */
export function smoothLine(points: readonly Point[]): Point[] {
  const line: Point[] = []
  const last = points.length - 1
  for (let i = 0; i < last; i++) {
    const [p, q, r, s] = [points[Math.max(0, i - 1)]!, points[i]!, points[i + 1]!, points[Math.min(last, i + 2)]!]
    for (let k = 0; k < PER_SPAN; k++) {
      const t = k / PER_SPAN
      const bend = (a: number, b: number, c: number, d: number): number =>
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
      line.push({ x: bend(p.x, q.x, r.x, s.x), y: bend(p.y, q.y, r.y, s.y) })
    }
  }
  return [...line, points[last]!]
}
