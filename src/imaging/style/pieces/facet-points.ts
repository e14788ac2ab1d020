/**
 * The corners of a low-poly portrait: points of the face mesh on lids, brows, nose, lips and jaw; elsewhere points along
 * the outline of the person and along edges, never nearer to each other than the facets there are large.
 */
import { blur } from '../../raster/blur.js'
import { distanceTo } from '../../raster/distance.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { createBuckets } from '../buckets.js'
import { BROWS, EYE_OUTLINES, pointsOf } from '../faces/face-parts.js'
import { sequence } from '../noise.js'
import type { Scene } from '../scene.js'

export interface Corner extends Point {
  /** Depth, where it is known: on a face. */
  readonly z?: number
}

const everyOther = (indices: readonly number[]): number[] => indices.filter((_, i) => i % 2 === 0)

/** Enough for every plane of a face, few enough for planes that one sees. */
const FACE_POINTS = [
  // Oval.
  [10, 297, 284, 389, 454, 361, 397, 379, 400, 152, 176, 150, 172, 132, 234, 162, 54, 67],
  // Lids.
  ...EYE_OUTLINES.map(everyOther),
  // The folds around the eyes.
  [226, 225, 223, 221, 244, 232, 230, 228, 446, 445, 443, 441, 464, 452, 450, 448],
  // Brows.
  ...[BROWS.right, BROWS.left].map(({ upper, lower }) => [...everyOther(upper), ...everyOther(lower).toReversed()]),
  // Nose.
  [168, 197, 4, 122, 351, 198, 420, 49, 279, 48, 278, 98, 327, 2],
  // Lips.
  [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91, 78, 81, 13, 311, 308, 402, 14, 178],
  // Forehead, cheeks, chin.
  [151, 9, 69, 299, 104, 333, 50, 280, 117, 346, 205, 425, 187, 411, 214, 434, 92, 322, 18, 199, 175, 170, 395],
].flat()

export interface Spacing {
  /** In pixels: on the person, and behind. */
  readonly subject: number
  readonly behind: number
}

export function placeCorners(scene: Scene, { subject, behind }: Spacing): Corner[] {
  const corners: Corner[] = scene.faces.flatMap((face) => pointsOf(face, FACE_POINTS))
  const taken = createBuckets(scene, subject * 0.5)
  for (const corner of corners) taken.add(corner)
  const { width, height } = scene
  const sizeAt = spacingOf(scene, subject, behind)
  const random = sequence(scene.seed + 61)
  const outline = outlinePixels(scene)
  const place = (x: number, y: number, clearance: number): void => {
    if (!taken.isFree(x, y, clearance)) return
    const corner = { x, y }
    taken.add(corner)
    corners.push(corner)
  }
  for (const at of outline) place((at % width) + 0.5, Math.floor(at / width) + 0.5, subject * 0.62)
  const tries = Math.ceil((width * height * 14) / (subject * subject))
  for (let i = 0; i < tries; i++) {
    const x = random() * width
    const y = random() * height
    place(x, y, sizeAt(x, y))
  }
  return [...corners, ...frame(width, height, behind)]
}

/** Side of the squares of pixels that spacing is measured on: it is soft, and asked for at a few places only. */
const SQUARE = 2

/** How far corners are apart: nearer on edges, farther on plain cloth, and ever farther away from the person. */
function spacingOf({ luma, subject, width, height, unit }: Scene, near: number, far: number) {
  const soft = blur(luma, width, height, 2 * unit)
  const [columns, rows] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)]
  const edges = new Float32Array(columns * rows)
  const inside = new Uint8Array(columns * rows)
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const [x, y] = [column * SQUARE, row * SQUARE]
      const at = y * width + x
      inside[i] = subject[at]! > 0.5 ? 1 : 0
      if (x === 0 || y === 0 || x >= width - 1 || y >= height - 1) continue
      edges[i] = lengthOf(soft[at + 1]! - soft[at - 1]!, soft[at + width]! - soft[at - width]!) * unit
    }
  }
  const busy = blur(edges, columns, rows, (near * 0.25) / SQUARE)
  const away = distanceTo(1, inside, columns)
  return (x: number, y: number): number => {
    const i = Math.floor(y / SQUARE) * columns + Math.floor(x / SQUARE)
    if (subject[Math.floor(y) * width + Math.floor(x)]! > 0.5) return near * (1.7 - Math.min(1, busy[i]! * 30) * 0.9)
    return Math.min(far, near * 0.8 + away[i]! * SQUARE * 0.7)
  }
}

function outlinePixels({ subject, hasSubject, width, height }: Scene): number[] {
  const pixels: number[] = []
  if (!hasSubject) return pixels
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (subject[i]! > 0.5 && (subject[i - 1]! <= 0.5 || subject[i - width]! <= 0.5 || subject[i + 1]! <= 0.5))
        pixels.push(i)
    }
  }
  return pixels
}

/** Points just outside the borders, so that the triangles cover the whole picture. */
function frame(width: number, height: number, spacing: number): Point[] {
  const points: Point[] = []
  const [across, down] = [Math.max(2, Math.round(width / spacing)), Math.max(2, Math.round(height / spacing))]
  for (let i = 0; i <= across; i++)
    points.push({ x: (i / across) * width, y: -2 }, { x: (i / across) * width, y: height + 2 })
  for (let i = 0; i <= down; i++)
    points.push({ x: -2, y: (i / down) * height }, { x: width + 2, y: (i / down) * height })
  return points
}
