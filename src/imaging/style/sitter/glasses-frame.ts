/**
 * The frame of a pair of glasses: two alike lenses, mirrored at the nose, fitted to the dark lines around the eyes. They are
 * there only when a dark bar crosses the bridge of the nose and lines run where the rims would be.
 */
import { MESH } from '../../detect/faces/mesh.js'
import type { Box } from '../../raster/picture.js'
import { distanceOf, lengthOf, middleOf, type Point } from '../../raster/point.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { copyPart } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { BROWS, NOSE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

export interface Frame {
  /** Closed outlines, the person's right first. */
  readonly lenses: readonly [Point[], Point[]]
  readonly bridge: Point[]
  /** From the lenses towards the ears. */
  readonly arms: readonly [Point[], Point[]]
}

/** Undefined without glasses. `sigma`: of the lines to look for. */
export function frameOf(face: SceneFace, scene: Scene, sigma: number): Frame | undefined {
  const zone = zoneOf(face, scene, faceHeightOf(face))
  if (zone.width < 4 || zone.height < 4) return undefined
  const luma = copyPart(scene.luma, scene, zone, 1)
  const { ink } = coherentLines(luma, zone.width, zone.height, { sigma, sharpness: 20, level: -1, softness: 16 })
  const inkAt = ({ x, y }: Point): number => {
    const [column, row] = [Math.floor(x) - zone.left, Math.floor(y) - zone.top]
    const inside = column >= 0 && row >= 0 && column < zone.width && row < zone.height
    return inside ? ink[row * zone.width + column]! : 0
  }
  return hasBar(inkAt, face) ? bestFrame(inkAt, face) : undefined
}

type InkAt = (point: Point) => number

/** From temple to temple, from the brows to below the tip of the nose. */
function zoneOf(face: SceneFace, scene: Scene, size: number): Box {
  const points = pointsOf(face, [127, 356, NOSE.tip, ...BROWS.right.lower, ...BROWS.left.lower])
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const left = Math.max(0, Math.floor(Math.min(...xs) - 0.04 * size))
  const top = Math.max(0, Math.floor(Math.min(...ys) - 0.02 * size))
  return {
    left,
    top,
    width: Math.min(scene.width, Math.ceil(Math.max(...xs) + 0.04 * size)) - left,
    height: Math.min(scene.height, Math.ceil(Math.max(...ys) + 0.06 * size)) - top,
  }
}

/** Across the bridge, in heights of the face; each of these columns has ink in it where there is a bar. */
const COLUMNS = [-0.045, -0.022, 0, 0.022, 0.045] as const
const BAR = 0.45

function hasBar(inkAt: InkAt, face: SceneFace): boolean {
  const size = faceHeightOf(face)
  const [from, to] = [face.mesh[NOSE.root]!, face.mesh[NOSE.bridge[2]]!]
  const strongest = (offset: number): number => {
    let most = 0
    for (let share = -0.35; share <= 1; share += 0.02)
      most = Math.max(
        most,
        inkAt({ x: from.x + (to.x - from.x) * share + offset * size, y: from.y + (to.y - from.y) * share }),
      )
    return most
  }
  return Math.min(...COLUMNS.map(strongest)) > BAR
}

interface Eye {
  readonly outer: Point
  readonly centre: Point
  readonly width: number
}

function eyesOf({ mesh }: SceneFace): [right: Eye, left: Eye] {
  const eye = (outer: Point, inner: Point): Eye => ({
    outer,
    centre: middleOf(outer, inner),
    width: distanceOf(outer, inner),
  })
  const { rightEye, leftEye } = MESH
  return [eye(mesh[rightEye.outer]!, mesh[rightEye.inner]!), eye(mesh[leftEye.outer]!, mesh[leftEye.inner]!)]
}

/** Lids and lashes, in widths of an eye: no rim runs there. */
const LIDS = { across: 0.7, high: 0.4 }

const withoutLids =
  (inkAt: InkAt, eyes: readonly Eye[]): InkAt =>
  (point) => {
    const isLid = ({ centre, width }: Eye): boolean =>
      lengthOf((point.x - centre.x) / LIDS.across, (point.y - centre.y) / LIDS.high) < width
    return eyes.some(isLid) ? 0 : inkAt(point)
  }

/** Shapes of lenses, in widths of an eye: half their sizes, how far below and outside the eye, and how square. */
const SHAPES = {
  across: [0.75, 0.85, 0.95, 1.05, 1.15],
  high: [0.4, 0.48, 0.56, 0.64, 0.74, 0.84],
  below: [0, 0.1, 0.2, 0.3, 0.4],
  outside: [-0.06, 0.03, 0.12],
  square: [2.2, 3.5],
} as const

interface Shape {
  readonly across: number
  readonly high: number
  readonly below: number
  readonly outside: number
  readonly square: number
}

function* shapes(): Generator<Shape> {
  for (const across of SHAPES.across)
    for (const high of SHAPES.high)
      for (const below of SHAPES.below)
        for (const outside of SHAPES.outside)
          for (const square of SHAPES.square) yield { across, high, below, outside, square }
}

/** So much of the rims must be visible as lines. */
const LEAST_RIM = 0.45
const POINTS = 40
/** Half the least width of a bridge, in widths of an eye. */
const BRIDGE = 0.1

function bestFrame(inkAt: InkAt, face: SceneFace): Frame | undefined {
  const [right, left] = eyesOf(face)
  const apart = distanceOf(right.outer, left.outer)
  const along = { x: (left.outer.x - right.outer.x) / apart, y: (left.outer.y - right.outer.y) / apart }
  const place = (from: Point, x: number, y: number): Point => ({
    x: from.x + along.x * x - along.y * y,
    y: from.y + along.y * x + along.x * y,
  })
  const lensesOf = ({ across, high, below, outside, square }: Shape): [Point[], Point[]] =>
    [right, left].map(({ centre, width }, k) =>
      Array.from({ length: POINTS + 1 }, (_, i) => {
        const turn = (2 * Math.PI * i) / POINTS
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
        const x = Math.sign(cos) * Math.abs(cos) ** (2 / square) * across
        const y = Math.sign(sin) * Math.abs(sin) ** (2 / square) * high
        const side = k === 0 ? -1 : 1
        return place(centre, (x + outside) * side * width, (y + below) * width)
      }),
    ) as [Point[], Point[]]
  const rimAt = withoutLids(inkAt, [right, left])
  let best: { rim: number; lenses: [Point[], Point[]]; shape: Shape } | undefined
  const room = distanceOf(right.centre, left.centre) / (right.width + left.width) - BRIDGE
  for (const shape of shapes()) {
    if (shape.across - shape.outside > room) continue
    const lenses = lensesOf(shape)
    // A frame is as visible as the less visible one of its lenses.
    const rim = Math.min(...lenses.map((lens) => lens.reduce((sum, point) => sum + rimAt(point), 0) / lens.length))
    if (!best || rim > best.rim) best = { rim, lenses, shape }
  }
  if (!best || best.rim < LEAST_RIM) return undefined
  const { lenses, shape } = best
  const [one, other] = lenses
  const inner = POINTS / 2 + Math.round(POINTS / 16)
  const outer = POINTS - Math.round(POINTS / 16)
  const bow = shape.high * 0.12 * right.width
  const middle = place(middleOf(one[inner]!, other[inner]!), 0, -bow)
  return {
    lenses,
    bridge: [one[inner]!, middle, other[inner]!],
    arms: [
      [one[outer]!, middleOf(face.mesh[127]!, face.mesh[162]!)],
      [other[outer]!, middleOf(face.mesh[356]!, face.mesh[389]!)],
    ],
  }
}
