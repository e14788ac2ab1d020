/**
 * One eye in a frame of its own, so that it can be drawn larger and rounder than it is: the corners at -0.5 and 0.5,
 * the curves of both lids, where it looks, and its colour. `t` runs from the inner corner (-0.5) to the outer one (0.5),
 * `v` downwards, in eye widths.
 */
import { clamp } from '../../raster/clamp.js'
import { middleOf, type Point } from '../../raster/point.js'
import type { Rgb } from '../canvas.js'
import type { Scene, SceneFace } from '../scene.js'
import { irisColourOf } from './eye-colours.js'
import { type Eye, outlineOf } from './face-outline.js'

export interface FramedEye {
  readonly centre: Point
  /** Between the corners, in pixels. */
  readonly width: number
  /** Unit vector along t, and the one along v. */
  readonly along: Point
  readonly down: Point
  /** +1 where the outer corner is at the right of the picture. */
  readonly side: 1 | -1
  /** v of the lids at even steps of t. */
  readonly upper: Float32Array
  readonly lower: Float32Array
  readonly isOpen: boolean
  /** Height of the opening at its widest. */
  readonly opening: number
  /** The pupil, in t and v. */
  readonly gaze: Point
  readonly iris: Rgb
}

/** An eye this much narrower than the other is turned away. */
const TURNED_AWAY = 0.45
export const LID_STEPS = 32

/** The eyes of a face that can be seen. They look the same way: two measurements of one direction. */
export function framedEyesOf(face: SceneFace, scene: Scene): FramedEye[] {
  const { eyes } = outlineOf(face)
  const widest = Math.max(1e-3, ...eyes.map(({ width }) => width))
  const seen = eyes.flatMap((eye, i) => (eye.width > TURNED_AWAY * widest ? [{ eye, side: SIDES[i]! }] : []))
  const framed = seen.map(({ eye, side }) => frame(eye, side))
  const sideways = framed.reduce((sum, { gaze, side }) => sum + gaze.x * side, 0) / framed.length
  const downwards = framed.reduce((sum, { gaze }) => sum + gaze.y, 0) / framed.length
  const iris = irisColourOf(
    seen.map(({ eye }) => eye),
    scene,
  )
  return framed.map((eye) => ({
    ...eye,
    gaze: { x: clamp(sideways, -0.14, 0.14) * eye.side, y: clamp(downwards, -0.06, 0.06) },
    iris,
  }))
}

/** Of the outer corners, the person's right eye first. */
const SIDES = [-1, 1] as const

function frame({ upper, lower, width, iris, isOpen }: Eye, side: 1 | -1): Omit<FramedEye, 'iris'> {
  const [outer, inner] = [upper[0]!, upper.at(-1)!]
  const along = { x: (outer.x - inner.x) / width, y: (outer.y - inner.y) / width }
  const down = { x: -along.y * side, y: along.x * side }
  const centre = middleOf(outer, inner)
  const framed = ({ x, y }: Point): Point => ({
    x: ((x - centre.x) * along.x + (y - centre.y) * along.y) / width,
    y: ((x - centre.x) * down.x + (y - centre.y) * down.y) / width,
  })
  const lids = { upper: evenly(upper.map(framed)), lower: evenly(lower.map(framed)) }
  const opening = Math.max(...lids.lower.map((v, i) => v - lids.upper[i]!))
  const gaze = framed(iris)
  const middle = (lids.upper[LID_STEPS / 2]! + lids.lower[LID_STEPS / 2]!) / 2
  return {
    centre,
    width,
    along,
    down,
    side,
    ...lids,
    isOpen,
    opening,
    gaze: { x: gaze.x, y: gaze.y - middle },
  }
}

/** v at even steps of t from -0.5 to 0.5. */
function evenly(points: readonly Point[]): Float32Array {
  const sorted = points.toSorted((a, b) => a.x - b.x)
  return Float32Array.from({ length: LID_STEPS + 1 }, (_, i) => {
    const t = i / LID_STEPS - 0.5
    const next = sorted.findIndex(({ x }) => x >= t)
    if (next <= 0) return next === 0 ? sorted[0]!.y : sorted.at(-1)!.y
    const [a, b] = [sorted[next - 1]!, sorted[next]!]
    return a.y + ((b.y - a.y) * (t - a.x)) / Math.max(1e-6, b.x - a.x)
  })
}
