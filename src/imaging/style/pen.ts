/** Clean drawing on the canvas: filled shapes and tapered strokes with soft pixel edges. */
import { blur } from '../raster/blur.js'
import { clamp01 } from '../raster/clamp.js'
import { crossingsAt } from '../raster/crossings.js'
import { lengthOf, type Point } from '../raster/point.js'
import type { Canvas, Rgb } from './canvas.js'

/** Half the width of a stroke, in pixels, at 0 (its start) to 1 (its end). */
export type Taper = (part: number) => number

/** Thin at both ends, full in the middle. */
export const lens =
  (half: number): Taper =>
  (part) =>
    half * Math.sin(Math.PI * clamp01(part)) ** 0.7

export function mixPixel(colour: Uint8ClampedArray, at: number, [r, g, b]: Rgb, share: number): void {
  colour[at] = colour[at]! + (r - colour[at]!) * share
  colour[at + 1] = colour[at + 1]! + (g - colour[at + 1]!) * share
  colour[at + 2] = colour[at + 2]! + (b - colour[at + 2]!) * share
}

/** `cover`: what of the stroke is visible at a pixel. */
export function drawStroke(
  { width, height, colour }: Canvas,
  points: readonly Point[],
  taper: Taper,
  ink: Rgb,
  opacity: number,
  cover?: Float32Array,
): void {
  const line = smoothLine(points)
  const reach = Math.max(...line.map((_, i) => taper(i / (line.length - 1)))) + 1
  const left = Math.max(0, Math.floor(Math.min(...line.map(({ x }) => x)) - reach))
  const right = Math.min(width - 1, Math.ceil(Math.max(...line.map(({ x }) => x)) + reach))
  const top = Math.max(0, Math.floor(Math.min(...line.map(({ y }) => y)) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...line.map(({ y }) => y)) + reach))
  if (right < left || bottom < top) return
  const columns = right - left + 1
  const shares = new Float32Array(columns * (bottom - top + 1))
  for (let k = 0; k + 1 < line.length; k++) {
    const [a, b] = [line[k]!, line[k + 1]!]
    const [from, to] = [taper(k / (line.length - 1)), taper((k + 1) / (line.length - 1))]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const squared = dx * dx + dy * dy || 1e-9
    const near = Math.max(from, to) + 1
    const y1 = Math.min(bottom, Math.ceil(Math.max(a.y, b.y) + near))
    const x1 = Math.min(right, Math.ceil(Math.max(a.x, b.x) + near))
    for (let y = Math.max(top, Math.floor(Math.min(a.y, b.y) - near)); y <= y1; y++) {
      for (let x = Math.max(left, Math.floor(Math.min(a.x, b.x) - near)); x <= x1; x++) {
        const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y]
        const t = clamp01((px * dx + py * dy) / squared)
        const half = from + (to - from) * t
        // A line thinner than a pixel is paler instead.
        const share = clamp01(half + 0.5 - lengthOf(px - dx * t, py - dy * t)) * Math.min(1, half * 2)
        const at = (y - top) * columns + x - left
        if (share > shares[at]!) shares[at] = share
      }
    }
  }
  for (let y = top, i = 0; y <= bottom; y++) {
    for (let x = left; x <= right; x++, i++) {
      const pixel = y * width + x
      const share = shares[i]! * opacity * (cover ? cover[pixel]! : 1)
      if (share > 0.004) mixPixel(colour, pixel * 3, ink, share)
    }
  }
}

const PER_SPAN = 8

/** A curve through all points (Catmull-Rom). */
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

/** Rows per pixel: enough for smooth edges. */
const ROWS = 4

/** A closed shape. `softness`: sigma of its edge in pixels; 0 is a clean cut. */
export function fillShape(
  { width, height, colour }: Canvas,
  outline: readonly Point[],
  ink: Rgb,
  opacity: number,
  softness = 0,
): void {
  const margin = Math.ceil(softness * 3)
  const left = Math.max(0, Math.floor(Math.min(...outline.map(({ x }) => x))) - margin)
  const right = Math.min(width, Math.ceil(Math.max(...outline.map(({ x }) => x))) + margin)
  const top = Math.max(0, Math.floor(Math.min(...outline.map(({ y }) => y))) - margin)
  const bottom = Math.min(height, Math.ceil(Math.max(...outline.map(({ y }) => y))) + margin)
  if (right <= left || bottom <= top) return
  const columns = right - left
  const cut = new Float32Array(columns * (bottom - top))
  for (let y = top; y < bottom; y++) {
    const row = cut.subarray((y - top) * columns, (y - top + 1) * columns)
    for (let k = 0; k < ROWS; k++) {
      const crossings = crossingsAt(outline, y + (k + 0.5) / ROWS)
      for (let i = 0; i + 1 < crossings.length; i += 2) addSpan(row, crossings[i]! - left, crossings[i + 1]! - left)
    }
  }
  const cover = blur(cut, columns, bottom - top, softness)
  for (let y = top, i = 0; y < bottom; y++) {
    for (let x = left; x < right; x++, i++) {
      if (cover[i]! > 0.004) mixPixel(colour, (y * width + x) * 3, ink, cover[i]! * opacity)
    }
  }
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const first = Math.max(0, Math.floor(from))
  const last = Math.min(row.length - 1, Math.floor(to))
  for (let x = first; x <= last; x++) row[x]! += (Math.min(to, x + 1) - Math.max(from, x)) / ROWS
}
