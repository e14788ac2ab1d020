/**
 * Brush strokes as two planes, one byte per pixel: how much of the photo is restored, and how much of the cut-out is
 * erased. A later stroke of the other kind undoes what it passes over.
 */
import type { Point, Stroke } from './edit.js'
import type { Size } from './frame.js'

export interface Planes extends Size {
  readonly keep: Uint8ClampedArray
  readonly erase: Uint8ClampedArray
}

export const noStrokes = ({ width, height }: Size): Planes => ({
  width,
  height,
  keep: new Uint8ClampedArray(width * height),
  erase: new Uint8ClampedArray(width * height),
})

export const copyOf = ({ width, height, keep, erase }: Planes): Planes => ({
  width,
  height,
  keep: keep.slice(),
  erase: erase.slice(),
})

/** Changes the planes. */
export function drawStroke(planes: Planes, { kind, radius, softness, points }: Stroke): void {
  const [painted, taken] = kind === 'keep' ? [planes.keep, planes.erase] : [planes.erase, planes.keep]
  const brush = { radius: Math.max(0.5, radius * planes.width), softness }
  const at = ({ x, y }: Point): Point => ({ x: x * planes.width, y: y * planes.height })
  for (const [index, point] of points.entries()) {
    const from = at(points[Math.max(0, index - 1)]!)
    drawSegment(painted, taken, planes, from, at(point), brush)
  }
}

interface Brush {
  readonly radius: number
  readonly softness: number
}

function drawSegment(
  painted: Uint8ClampedArray,
  taken: Uint8ClampedArray,
  { width, height }: Size,
  from: Point,
  to: Point,
  brush: Brush,
) {
  const reach = brush.radius + 1
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach))
  const right = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + reach))
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + reach))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const strength = coverage(distance({ x: x + 0.5, y: y + 0.5 }, from, to), brush)
      if (strength === 0) continue
      const pixel = y * width + x
      // The maximum of all passes, not their sum, so that a stroke that crosses itself keeps its soft edge.
      painted[pixel] = Math.max(painted[pixel]!, strength * 255)
      taken[pixel] = Math.min(taken[pixel]!, (1 - strength) * 255)
    }
  }
}

/** The distance from a point to the line between two others. */
function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

/** 1 in the core, 0 outside; even a hard brush has an edge one pixel wide. */
export function coverage(away: number, { radius, softness }: Brush): number {
  const fade = Math.max(1, radius * softness)
  const share = Math.min(1, Math.max(0, (radius + 0.5 - away) / fade))
  return share * share * (3 - 2 * share)
}
