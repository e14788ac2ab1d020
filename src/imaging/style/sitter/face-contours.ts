/**
 * The edges of jaw and nose as one line each: in even light they are too soft to be found among other lines, and without them
 * face and throat are one piece. They run where skin is darker beyond than before, near where the mesh has them.
 */
import { MESH } from '../../detect/faces/mesh.js'
import type { Point } from '../../raster/point.js'
import { oncePer } from '../once-per.js'
import { smoothstep } from '../pixels/canvas.js'
import { coverPolygon } from '../pixels/cover.js'
import type { Scene, SceneFace } from '../scene.js'
import { NOSE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { addPart } from './head-lines.js'

/** In heights of the face: how far the edge may be from the mesh, what is before and beyond it, and how wide the line is at most. */
interface Contour {
  readonly points: readonly number[]
  readonly away: number
  readonly beside: number
  readonly width: number
  /** What its darkness counts as at least: a nose is drawn on every face. */
  readonly least: number
}
const CONTOURS: readonly Contour[] = [
  {
    points: [361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132],
    away: 0.05,
    beside: 0.025,
    width: 0.011,
    least: 0,
  },
  { points: NOSE.wings, away: 0.025, beside: 0.015, width: 0.009, least: 0.12 },
]
/** Places looked at along a contour. */
const PLACES = 96
/** By which share it is darker beyond, where a line begins and where it is as wide as it gets. */
const DARKER = [0.03, 0.22] as const
/** Its ends taper, in shares of its length. */
const ENDS = 0.22
/** How far neighbours agree, in places. */
const SMOOTH = 7
/** So dark skin has the same line. */
const DARKEST = 0.03

/** 0..1 */
export const contoursOf = oncePer((scene: Scene): Float32Array => {
  const lines = new Float32Array(scene.luma.length)
  for (const face of scene.faces) for (const contour of CONTOURS) drawContour(lines, scene, face, contour)
  return lines
})

interface Place extends Point {
  /** Away from the face. */
  readonly out: Point
}

function drawContour(lines: Float32Array, scene: Scene, face: SceneFace, contour: Contour): void {
  const size = faceHeightOf(face)
  const places = placesOf(face, contour)
  const edges = places.map((place) => edgeAt(scene, place, contour.beside * size, contour.away * size))
  // Where no edge is clear, its neighbours tell.
  const clear = smoothed(edges.map(({ clear }) => clear))
  const weights = smoothed(edges.map(({ clear }) => clear + 1e-3))
  const away = smoothed(edges.map(({ away, clear }) => away * (clear + 1e-3))).map((sum, i) => sum / weights[i]!)
  const half = clear.map((share, i) => {
    const end = Math.min(i, PLACES - 1 - i) / (PLACES - 1)
    return (
      0.5 *
      contour.width *
      size *
      smoothstep(DARKER[0], DARKER[1], Math.max(contour.least, share)) *
      smoothstep(0, ENDS, end)
    )
  })
  const side = (sign: number): Point[] =>
    places.map(({ x, y, out }, i) => {
      const by = away[i]! + sign * half[i]!
      return { x: x + out.x * by, y: y + out.y * by }
    })
  const cover = coverPolygon([...side(1), ...side(-1).toReversed()], scene)
  addPart(lines, cover.share, scene, cover)
}

function placesOf(face: SceneFace, contour: Contour): Place[] {
  const points = pointsOf(face, contour.points)
  const along = Array.from({ length: PLACES }, (_, i): Point => {
    const at = (i / (PLACES - 1)) * (points.length - 1.001)
    const [from, to, part] = [points[Math.floor(at)]!, points[Math.floor(at) + 1]!, at % 1]
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
  })
  const [xs, ys] = [smoothed(along.map(({ x }) => x)), smoothed(along.map(({ y }) => y))]
  const middle = face.mesh[MESH.noseTip]!
  return along.map((_, i) => {
    const [before, after] = [Math.max(0, i - 1), Math.min(PLACES - 1, i + 1)]
    const [dx, dy] = [xs[after]! - xs[before]!, ys[after]! - ys[before]!]
    const length = Math.max(1e-6, Math.hypot(dx, dy))
    const sign = (xs[i]! - middle.x) * dy - (ys[i]! - middle.y) * dx >= 0 ? 1 : -1
    return { x: xs[i]!, y: ys[i]!, out: { x: (sign * dy) / length, y: (-sign * dx) / length } }
  })
}

/** How far out the skin darkens most, and by which share. */
function edgeAt(scene: Scene, { x, y, out }: Place, beside: number, reach: number): { away: number; clear: number } {
  const steps = Math.max(3, Math.round(reach))
  const lightAt = (away: number): number => {
    const [column, row] = [Math.round(x + out.x * away), Math.round(y + out.y * away)]
    if (column < 0 || row < 0 || column >= scene.width || row >= scene.height) return Number.NaN
    const i = row * scene.width + column
    return scene.skin[i]! * (1 - scene.hair[i]!) < 0.5 ? Number.NaN : Math.log(DARKEST + scene.luma[i]!)
  }
  const meanFrom = (from: number): number =>
    [0.25, 0.5, 0.75, 1].reduce((sum, share) => sum + lightAt(from + share * beside), 0) / 4
  let [away, clear] = [0, 0]
  for (let step = -steps; step <= steps; step++) {
    const at = (step / steps) * reach
    const drop = meanFrom(at - 1.25 * beside) - meanFrom(at)
    if (drop > clear) [away, clear] = [at, drop]
  }
  return { away, clear }
}

/** Twice the mean of neighbours; ends stay. */
function smoothed(values: readonly number[]): number[] {
  const once = (list: readonly number[]): number[] =>
    list.map((_, i) => {
      const reach = Math.min(SMOOTH, i, list.length - 1 - i)
      let sum = 0
      for (let k = i - reach; k <= i + reach; k++) sum += list[k]!
      return sum / (2 * reach + 1)
    })
  return once(once(values))
}
