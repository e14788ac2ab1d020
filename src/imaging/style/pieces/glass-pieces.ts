/**
 * How a window is cut: diamonds behind the person, pieces that follow hair and clothes, and on the face a few large ones
 * along brows, nose and mouth, as a glazier would cut them.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf, type Point } from '../../raster/point.js'
import type { Canvas } from '../canvas.js'
import { coverPolygon } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { BROWS, FOREHEAD, NOSE, pointsOf } from '../faces/face-parts.js'
import { hashNoise } from '../noise.js'
import { fillPolygon, scalePolygon } from '../polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { divide, type Seed } from './superpixels.js'

export interface Glass {
  readonly labels: Int32Array
  readonly count: number
}

/** In heights of the face. */
const BODY_PIECE = 0.24
const DIAMOND = 0.42
const CELL = 3

export function cutGlass(canvas: Canvas, scene: Scene): Glass {
  const size = scene.faceHeight || Math.max(scene.width, scene.height) * 0.4
  const { labels, count: bodyPieces } = divideBody(canvas, scene, size)
  let count = bodyPieces
  if (scene.hasSubject) count = addDiamonds(labels, count, scene, size * DIAMOND)
  for (const face of scene.faces) {
    addFace(labels, count, scene, face)
    count += FACE_PIECES
  }
  return { labels, count }
}

/** Found on a small, soft copy: glass cannot follow single strands, and lead hides the coarse edges. */
function divideBody({ width, height, colour }: Canvas, scene: Scene, size: number): Glass {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const small = { width: columns, height: rows, colour: new Uint8ClampedArray(columns * rows * 3) }
  for (let c = 0; c < 3; c++) {
    const plane = new Float32Array(columns * rows)
    for (let i = 0; i < plane.length; i++) {
      const x = Math.min(width - 1, (i % columns) * CELL + 1)
      const y = Math.min(height - 1, Math.floor(i / columns) * CELL + 1)
      plane[i] = colour[(y * width + x) * 3 + c]!
    }
    const soft = blur(plane, columns, rows, (size / CELL) * 0.035)
    for (let i = 0; i < soft.length; i++) small.colour[i * 3 + c] = soft[i]!
  }
  const seeds = bodySeeds(small, (size / CELL) * BODY_PIECE, scene.seed)
  const { labels, pieces } = divide(small, seeds, 1.1)
  const full = new Int32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = y * width
    if (y % CELL > 0) full.copyWithin(start, start - width, start)
    else for (let x = 0; x < width; x++) full[start + x] = labels[(y / CELL) * columns + Math.floor(x / CELL)]!
  }
  return { labels: full, count: pieces.length }
}

function bodySeeds({ width, height }: Size, step: number, seed: number): Seed[] {
  const seeds: Seed[] = []
  for (let row = 0; row * step < height; row++) {
    for (let column = 0; column * step < width; column++) {
      const jitter = (axis: number): number => (hashNoise(column, row * 3 + axis, seed + 41) - 0.5) * 0.5
      const x = (column + 0.5 + (row % 2) * 0.3 + jitter(0)) * step
      const y = (row + 0.5 + jitter(1)) * step
      if (x < width && y < height) seeds.push({ x, y, size: step })
    }
  }
  return seeds
}

function addDiamonds(labels: Int32Array, from: number, { subject, width, height }: Scene, side: number): number {
  const known = new Map<number, number>()
  let [lastKey, label] = [Number.NaN, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (subject[i]! >= 0.5) continue
      const key = Math.floor((x * 1.25 + y) / side) * 4096 + Math.floor((x * 1.25 - y) / side)
      if (key !== lastKey) {
        label = known.get(key) ?? from + known.size
        known.set(key, label)
        lastKey = key
      }
      labels[i] = label
    }
  }
  return from + known.size
}

const FACE_PIECES = 6
const NOSE_PIECE = [9, 55, 193, 122, 174, 198, 49, 48, ...NOSE.wings, 278, 279, 420, 399, 351, 417, 285]
const BROW_LINE = [...BROWS.right.upper, 9, ...BROWS.left.upper.toReversed()]
const CHIN_LINE = [172, 214, 61, 17, 291, 434, 397]

/** Forehead in two, nose, two cheeks, chin. */
function addFace(labels: Int32Array, from: number, scene: Scene, face: SceneFace): void {
  const { width, height, subject } = scene
  const oval = coverPolygon(scalePolygon(outlineOf(face).oval, 1, 0.03), scene)
  const nose = new Float32Array(width * height)
  fillPolygon(nose, width, height, pointsOf(face, NOSE_PIECE))
  const [brows, chin] = [BROW_LINE, CHIN_LINE].map((line) => {
    const heightAt = heightOf(pointsOf(face, line))
    return Float32Array.from({ length: width }, (_, x) => heightAt(x))
  }) as [Float32Array, Float32Array]
  const [top, bottom] = [face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!]
  const span = lengthOf(bottom.x - top.x, bottom.y - top.y) || 1
  for (let y = oval.top, at = 0; y < oval.top + oval.height; y++) {
    for (let x = oval.left; x < oval.left + oval.width; x++, at++) {
      const i = y * width + x
      if (oval.share[at]! < 0.5 || subject[i]! < 0.5) continue
      const side = ((bottom.x - top.x) * (y - top.y) - (bottom.y - top.y) * (x - top.x)) / span
      const half = side > 0 ? 0 : 1
      if (nose[i]! > 0) labels[i] = from + 2
      else if (y < brows[x]!) labels[i] = from + half
      else if (y > chin[x]!) labels[i] = from + 5
      else labels[i] = from + 3 + half
    }
  }
}

/** The height of a line from left to right at x; it goes on level at its ends. */
function heightOf(line: readonly Point[]): (x: number) => number {
  return (x) => {
    if (x <= line[0]!.x) return line[0]!.y
    for (let k = 1; k < line.length; k++) {
      const [a, b] = [line[k - 1]!, line[k]!]
      if (x <= b.x) return a.y + ((b.y - a.y) * (x - a.x)) / Math.max(1e-6, b.x - a.x)
    }
    return line.at(-1)!.y
  }
}
