/**
 * Low poly: flat triangles between points that are dense along edges and on the face, so that eyes and mouth stay
 * recognisable.
 */
import Delaunator from 'delaunator'
import { blur } from '../../raster/blur.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { type Canvas, lumaPlane } from '../canvas.js'
import { sequence } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep } from '../step.js'

export const facets = defineStep(
  {
    points: amount(50, 6000),
    /** How much denser the points are on the face, and on the subject against the background. */
    face: amount(1, 40),
    subject: amount(1, 20),
  },
  (canvas, scene, { points = 1800, face = 8, subject = 4 }) => {
    const corners = placeCorners(canvas, scene, points, face, subject)
    const source = canvas.colour.slice()
    const { triangles } = Delaunator.from(
      corners,
      ({ x }) => x,
      ({ y }) => y,
    )
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!]
      fillTriangle(canvas, source, corners[a]!, corners[b]!, corners[c]!)
    }
  },
)

function placeCorners(
  { width, height, colour }: Canvas,
  scene: Scene,
  count: number,
  face: number,
  subject: number,
): Point[] {
  const luma = blur(lumaPlane(colour), width, height, 1.5 * scene.unit)
  const density = new Float32Array(luma.length)
  let total = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const edge = Math.min(0.1, lengthOf(luma[i + 1]! - luma[i - 1]!, luma[i + width]! - luma[i - width]!))
      const onSubject = scene.hasSubject ? 1 + scene.subject[i]! * (subject - 1) : subject
      const outline = lengthOf(
        scene.subject[i + 1]! - scene.subject[i - 1]!,
        scene.subject[i + width]! - scene.subject[i - width]!,
      )
      const onFace = 1 + scene.features[i]! * face + scene.skin[i]! * face * 0.22
      density[i] = (0.012 + edge + outline * 0.25) * onSubject * onFace
      total += density[i]!
    }
  }
  // At most one point per small block, with a probability by the block's density: dense without clumps.
  const random = sequence(scene.seed + 61)
  const corners: Point[] = []
  const densityPerPoint = total / count
  const step = 4
  for (let top = 0; top < height; top += step) {
    for (let left = 0; left < width; left += step) {
      let sum = 0
      for (let y = top; y < Math.min(height, top + step); y++) {
        for (let x = left; x < Math.min(width, left + step); x++) sum += density[y * width + x]!
      }
      if (random() < sum / densityPerPoint) corners.push({ x: left + random() * step, y: top + random() * step })
    }
  }
  return [...corners, ...frame(width, height)]
}

/** Points just outside the borders, so that the triangles cover the whole picture. */
function frame(width: number, height: number): Point[] {
  const corners: Point[] = []
  const across = 9
  for (let i = 0; i <= across; i++) {
    const t = i / across
    corners.push({ x: t * width, y: -1 }, { x: t * width, y: height + 1 })
    if (i > 0 && i < across) corners.push({ x: -1, y: t * height }, { x: width + 1, y: t * height })
  }
  return corners
}

function fillTriangle(
  { width, height, colour }: Canvas,
  source: Uint8ClampedArray,
  a: Point,
  b: Point,
  c: Point,
): void {
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)))
  const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x)))
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y)))
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  if (Math.abs(area) < 1e-9) return
  const inside: number[] = []
  const sum = [0, 0, 0]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const u = ((b.x - x) * (c.y - y) - (c.x - x) * (b.y - y)) / area
      const v = ((c.x - x) * (a.y - y) - (a.x - x) * (c.y - y)) / area
      if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6) continue
      const at = (y * width + x) * 3
      inside.push(at)
      for (let k = 0; k < 3; k++) sum[k]! += source[at + k]!
    }
  }
  for (const at of inside) for (let k = 0; k < 3; k++) colour[at + k] = sum[k]! / inside.length
}
