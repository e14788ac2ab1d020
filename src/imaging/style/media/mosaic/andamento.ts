/**
 * Where the stones of a mosaic lie: in rows along lids, nose, lips, jaw and the outline of the person, as mosaicists set
 * them (andamento). The stones are smallest in the eyes, small on the face, and larger elsewhere.
 */
import { blur } from '../../../raster/blur.js'
import { distanceTo } from '../../../raster/distance.js'
import { lengthOf, type Point } from '../../../raster/point.js'
import { createBuckets } from '../../pixels/buckets.js'
import { type Cover, coverPolygon, coverStroke } from '../../pixels/cover.js'
import { fillPolygon, scalePolygon } from '../../pixels/polygon.js'
import type { Scene } from '../../scene.js'
import { outlineOf } from '../../sitter/face-outline.js'

export interface Stone extends Point {
  readonly side: number
  /** Along the row; length 1. */
  readonly dx: number
  readonly dy: number
}

/** Sides of stones, in heights of the face; `least`: in pixels of a picture of one megapixel, or they would be a net over a photo. */
const SIDES = {
  behind: { share: 1 / 20, least: 15 },
  body: { share: 1 / 28, least: 10 },
  /** Between them, so that sizes grow step by step. */
  head: { share: 1 / 40, least: 8 },
  face: { share: 1 / 54, least: 6 },
  /** Of brows and lips. */
  feature: { share: 1 / 72, least: 5 },
  eye: { share: 1 / 92, least: 4.4 },
} as const

export function placeStones(scene: Scene): Stone[] {
  const { width, height } = scene
  const sides = sidePlane(scene)
  const away = blur(distanceTo(1, guideLines(scene), width), width, height, 1.2)
  const stones: Stone[] = []
  const taken = createBuckets(scene, Math.max(4, (scene.faceHeight || height * 0.4) * SIDES.face.share))
  const place = (x: number, y: number, clearance: number): Stone | undefined => {
    if (x < 0 || y < 0 || x >= width || y >= height) return undefined
    const i = Math.floor(y) * width + Math.floor(x)
    const side = sides[i]!
    if (!taken.isFree(x, y, side * clearance)) return undefined
    const [gx, gy] = slopeAt(away, width, height, x, y)
    const stone = { x, y, side, dx: -gy, dy: gx }
    stones.push(stone)
    taken.add(stone)
    return stone
  }
  /** From stone to stone along a row, always back to its middle. */
  const walk = (start: Stone, way: 1 | -1): void => {
    let at = start
    for (let steps = 0; steps < 4000; steps++) {
      const { side } = at
      const next = { x: at.x + at.dx * side * way, y: at.y + at.dy * side * way }
      const distance = away[pixelAt(scene, next)] ?? 0
      const row = Math.max(0, Math.floor((away[pixelAt(scene, at)] ?? 0) / side)) + 0.5
      const [gx, gy] = slopeAt(away, width, height, next.x, next.y)
      const off = Math.max(-0.5 * side, Math.min(0.5 * side, distance - row * side))
      const placed = place(next.x - gx * off, next.y - gy * off, 0.8)
      if (placed?.side !== side) return
      at = placed
    }
  }
  for (let y = 1; y < height; y += 2) {
    for (let x = 1; x < width; x += 2) {
      const i = y * width + x
      const row = away[i]! / sides[i]!
      if (Math.abs(row - Math.floor(row) - 0.5) > 0.16) continue
      const stone = place(x, y, 0.92)
      if (!stone) continue
      walk(stone, 1)
      walk(stone, -1)
    }
  }
  // What is left between rows that meet.
  for (let y = 1; y < height; y += 2) for (let x = 1; x < width; x += 2) place(x, y, 0.72)
  return stones
}

const pixelAt = ({ width, height }: Scene, { x, y }: Point): number =>
  x < 0 || y < 0 || x >= width || y >= height ? -1 : Math.floor(y) * width + Math.floor(x)

function slopeAt(plane: Float32Array, width: number, height: number, x: number, y: number): [number, number] {
  const cx = Math.min(width - 2, Math.max(1, Math.floor(x)))
  const cy = Math.min(height - 2, Math.max(1, Math.floor(y)))
  const i = cy * width + cx
  const gx = (plane[i + 1] ?? 0) - (plane[i - 1] ?? 0)
  const gy = (plane[i + width] ?? 0) - (plane[i - width] ?? 0)
  const length = lengthOf(gx, gy)
  return length > 1e-4 ? [gx / length, gy / length] : [0, 1]
}

type Side = (typeof SIDES)[keyof typeof SIDES]

function sidePlane(scene: Scene): Float32Array {
  const { width, height, subject, hasSubject } = scene
  const size = scene.faceHeight || Math.max(width, height) * 0.4
  const side = ({ share, least }: Side): number => Math.max(least * scene.unit, size * share)
  const sides = subject.map((value) => side(hasSubject && value < 0.5 ? SIDES.behind : SIDES.body))
  const set = (outline: readonly Point[], wanted: Side): void => {
    const inside = new Float32Array(width * height)
    fillPolygon(inside, width, height, outline)
    for (let i = 0; i < inside.length; i++) if (inside[i]! > 0) sides[i] = side(wanted)
  }
  const outlines = scene.faces.map(outlineOf)
  for (const { oval } of outlines) set(scalePolygon(oval, 1.35), SIDES.head)
  for (const { oval, eyes, brows, upperLip, lowerLip } of outlines) {
    set(scalePolygon(oval, 1.02), SIDES.face)
    for (const outline of [...brows, upperLip, lowerLip]) set(scalePolygon(outline, 1.3), SIDES.feature)
    for (const eye of eyes) set(scalePolygon(eye.lids, 1.5), SIDES.eye)
  }
  return sides
}

/** The lines that rows follow, one pixel wide. Without any the rows would have no direction: the frame is one, too. */
function guideLines(scene: Scene): Uint8Array {
  const { width, height, subject, skin } = scene
  const lines = new Uint8Array(width * height)
  const draw = ({ left, top, ...part }: Cover): void => {
    for (let y = 0, i = 0; y < part.height; y++) {
      for (let x = 0; x < part.width; x++, i++) if (part.share[i]! > 0.4) lines[(y + top) * width + x + left] = 1
    }
  }
  const stroke = (points: readonly Point[]): void => draw(coverStroke(points, scene, () => 1.4))
  for (const { oval, eyes, brows, nose, bridge, upperLip, lowerLip } of scene.faces.map(outlineOf)) {
    for (const closed of [oval, ...eyes.map(({ lids }) => lids), ...brows, upperLip, lowerLip])
      stroke([...closed, closed[0]!])
    stroke(nose)
    stroke(bridge)
    for (const { iris, radius, lids } of eyes) {
      const ring = Array.from({ length: 24 }, (_, k) => (k / 12) * Math.PI).map((turn) => ({
        x: iris.x + Math.cos(turn) * radius,
        y: iris.y + Math.sin(turn) * radius,
      }))
      const inside = coverPolygon(lids, scene)
      stroke(ring.filter(({ x, y }) => isIn(inside, x, y)))
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) lines[i] = 1
      else if (crosses(subject, i, width, 0.5) || (subject[i]! > 0.9 && crosses(skin, i, width, 0.4))) lines[i] = 1
    }
  }
  return lines
}

const isIn = ({ left, top, width, height, share }: Cover, x: number, y: number): boolean => {
  const [column, row] = [Math.floor(x) - left, Math.floor(y) - top]
  return column >= 0 && row >= 0 && column < width && row < height && share[row * width + column]! > 0.5
}

const crosses = (plane: Float32Array, i: number, width: number, level: number): boolean =>
  plane[i]! > level &&
  (plane[i - 1]! <= level || plane[i - width]! <= level || plane[i + 1]! <= level || plane[i + width]! <= level)
