/**
 * One eye as a drawing needs it: a frame with the corners at -0.5 and 0.5, the curves of both lids in it, where it
 * looks, and its colour. `t` runs from the inner corner (-0.5) to the outer one (0.5), `v` downwards, in eye widths.
 */
import { clamp } from '../raster/clamp.js'
import { distanceOf, middleOf, type Point } from '../raster/point.js'
import { eachChannel, lumaOf, type Rgb } from './canvas.js'
import { EYES, pointsOf } from './face-parts.js'
import type { Scene, SceneFace } from './scene.js'

export interface Eye {
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
  /** Height of the opening at its widest. */
  readonly opening: number
  /** The pupil, in t and v. */
  readonly gaze: Point
  readonly iris: Rgb
}

/** Below this opening an eye is closed. */
const CLOSED = 0.13
/** An eye this much narrower than the other is turned away. */
const TURNED_AWAY = 0.45
export const LID_STEPS = 32
/** Radius of a human iris in widths of the eye. */
const IRIS_RADIUS = 0.2

export const isClosed = ({ opening }: Eye): boolean => opening < CLOSED

/** The eyes of a face that can be seen. They look the same way: two measurements of one direction. */
export function eyesOf(face: SceneFace, scene: Scene): Eye[] {
  const right = describeEye(face, 'right', face.pupils.left)
  const left = describeEye(face, 'left', face.pupils.right)
  const seen = [right, left].filter(({ width }) => width > TURNED_AWAY * Math.max(right.width, left.width, 1e-6))
  const sideways = seen.reduce((sum, { gaze, side }) => sum + gaze.x * side, 0) / seen.length
  const downwards = seen.reduce((sum, { gaze }) => sum + gaze.y, 0) / seen.length
  const colours = seen.filter((eye) => !isClosed(eye)).map((eye) => irisColour(eye, scene))
  const iris = eachChannel((c) => colours.reduce((sum, rgb) => sum + rgb[c], 0) / Math.max(1, colours.length))
  return seen.map((eye) => ({
    ...eye,
    gaze: { x: clamp(sideways, -0.14, 0.14) * eye.side, y: clamp(downwards, -0.06, 0.06) },
    iris,
  }))
}

function describeEye(face: SceneFace, which: 'right' | 'left', pupil: Point): Eye {
  const upper = pointsOf(face, EYES[which].upper)
  const lower = pointsOf(face, EYES[which].lower)
  const [outer, inner] = [upper[0]!, upper.at(-1)!]
  const width = Math.max(1e-3, distanceOf(outer, inner))
  const side = which === 'left' ? 1 : -1
  const along = { x: (outer.x - inner.x) / width, y: (outer.y - inner.y) / width }
  const down = { x: -along.y * side, y: along.x * side }
  const corners = middleOf(outer, inner)
  const framed = ({ x, y }: Point): Point => ({
    x: ((x - corners.x) * along.x + (y - corners.y) * along.y) / width,
    y: ((x - corners.x) * down.x + (y - corners.y) * down.y) / width,
  })
  const lids = { upper: evenly(upper.map(framed)), lower: evenly(lower.map(framed)) }
  const opening = Math.max(...lids.lower.map((v, i) => v - lids.upper[i]!))
  const gaze = framed(pupil)
  const middle = (lids.upper[LID_STEPS / 2]! + lids.lower[LID_STEPS / 2]!) / 2
  return {
    centre: corners,
    width,
    along,
    down,
    side,
    ...lids,
    opening,
    gaze: { x: gaze.x, y: gaze.y - middle },
    iris: [70, 50, 40],
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

/** From the ring between pupil and rim: neither reflections nor lashes, by the middle of what is left. */
function irisColour({ centre, along, down, width, gaze, upper, lower }: Eye, scene: Scene): Rgb {
  const samples: Rgb[] = []
  const middle = (upper[LID_STEPS / 2]! + lower[LID_STEPS / 2]!) / 2
  for (let ring = 0.5; ring <= 0.85; ring += 0.175) {
    for (let k = 0; k < 24; k++) {
      const angle = (k / 24) * 2 * Math.PI
      const t = gaze.x + Math.cos(angle) * ring * IRIS_RADIUS
      const v = middle + gaze.y + Math.sin(angle) * ring * IRIS_RADIUS
      const lid = clamp(Math.round((t + 0.5) * LID_STEPS), 0, LID_STEPS)
      if (v < upper[lid]! + 0.05 || v > lower[lid]! - 0.03) continue
      const x = Math.floor(centre.x + (along.x * t + down.x * v) * width)
      const y = Math.floor(centre.y + (along.y * t + down.y * v) * width)
      if (x < 0 || y < 0 || x >= scene.width || y >= scene.height) continue
      const at = (y * scene.width + x) * 3
      samples.push([scene.photo[at]!, scene.photo[at + 1]!, scene.photo[at + 2]!])
    }
  }
  if (samples.length < 5) return [70, 50, 40]
  samples.sort((a, b) => lumaOf(...a) - lumaOf(...b))
  const kept = samples.slice(Math.floor(samples.length * 0.3), Math.ceil(samples.length * 0.7))
  return eachChannel((c) => kept.reduce((sum, rgb) => sum + rgb[c], 0) / kept.length)
}
