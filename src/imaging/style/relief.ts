/**
 * Which way the surface of the person faces at each pixel, so that it can be lit anew: a body that bulges inside the
 * outline of the matte, and on faces the depth of the mesh. It is smooth, so it is found on a small copy.
 */
import Delaunator from 'delaunator'
import { MESH } from '../detect/faces/mesh.js'
import { enlargeBilinear } from '../raster/bilinear.js'
import { blur } from '../raster/blur.js'
import type { Size } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { coverPolygon } from './cover.js'
import { faceHeightOf } from './face-regions.js'
import { fillPolygon, scalePolygon } from './polygon.js'
import type { Scene, SceneFace } from './scene.js'

export interface Relief {
  /** The normal: x to the right, y down, z towards the camera. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}

const CELL = 3
/** The body bulges at these scales, in heights of the face. */
const BULGES = [0.03, 0.09, 0.26]
/** How deep it is, relative to the width of the bulge. */
const BODY_DEPTH = 2.2
const FACE_DEPTH = 1

export function reliefOf(scene: Scene): Relief {
  const width = Math.max(1, Math.ceil(scene.width / CELL))
  const height = Math.max(1, Math.ceil(scene.height / CELL))
  const face = (scene.faceHeight || Math.max(scene.width, scene.height) * 0.4) / CELL
  const subject = shrink(scene, width, height)
  const body = new Float32Array(width * height)
  for (const bulge of BULGES) {
    const soft = blur(subject, width, height, face * bulge)
    for (let i = 0; i < body.length; i++) body[i]! += soft[i]! * face * bulge * BODY_DEPTH
  }
  const slopes = slopesOf(body, width, height)
  for (const one of scene.faces) addFace(slopes, width, height, one)
  return normalsOf(slopes, { width, height }, scene)
}

function shrink({ subject, width, height }: Scene, columns: number, rows: number): Float32Array {
  const out = new Float32Array(columns * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    const row = Math.min(height - 1, y * CELL + 1) * width
    for (let x = 0; x < columns; x++, i++) out[i] = subject[row + Math.min(width - 1, x * CELL + 1)]!
  }
  return out
}

interface Slopes {
  readonly x: Float32Array
  readonly y: Float32Array
}

function slopesOf(depth: Float32Array, width: number, height: number): Slopes {
  const [dx, dy] = [new Float32Array(depth.length), new Float32Array(depth.length)]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      dx[i] = (depth[x + 1 < width ? i + 1 : i]! - depth[x > 0 ? i - 1 : i]!) / 2
      dy[i] = (depth[y + 1 < height ? i + width : i]! - depth[y > 0 ? i - width : i]!) / 2
    }
  }
  return { x: dx, y: dy }
}

/** The slopes of the mesh, fading out before its rim: the head goes on behind it. */
function addFace(slopes: Slopes, width: number, height: number, face: SceneFace): void {
  const { mesh } = face
  const points = mesh.map(({ x, y, z }) => ({ x: x / CELL, y: y / CELL, z: z / CELL }))
  const size = faceHeightOf(face) / CELL
  const weight = new Float32Array(width * height)
  const oval = MESH.oval.map((index) => points[index]!)
  fillPolygon(weight, width, height, scalePolygon(oval, 0.82))
  const soft = blur(weight, width, height, size * 0.06)
  const surface = slopesOf(blur(depthOf(points, width, height), width, height, size * 0.015), width, height)
  for (let i = 0; i < soft.length; i++) {
    if (soft[i]! < 0.002) continue
    slopes.x[i]! += surface.x[i]! * soft[i]! * FACE_DEPTH
    slopes.y[i]! += surface.y[i]! * soft[i]! * FACE_DEPTH
  }
}

function depthOf(points: (Point & { readonly z: number })[], width: number, height: number): Float32Array {
  const depth = new Float32Array(width * height)
  const { triangles } = Delaunator.from(
    points,
    ({ x }) => x,
    ({ y }) => y,
  )
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [points[triangles[i]!]!, points[triangles[i + 1]!]!, points[triangles[i + 2]!]!]
    const area = cross(a, b, c)
    if (Math.abs(area) < 1e-6) continue
    const { left, top, ...part } = coverPolygon([a, b, c], { width, height })
    for (let y = 0, k = 0; y < part.height; y++) {
      for (let x = 0; x < part.width; x++, k++) {
        const share = part.share[k]!
        if (share === 0) continue
        const at = { x: left + x + 0.5, y: top + y + 0.5 }
        const u = cross(at, b, c) / area
        const v = cross(a, at, c) / area
        const z = a.z * u + b.z * v + c.z * (1 - u - v)
        depth[(y + top) * width + x + left]! -= z * share
      }
    }
  }
  return depth
}

const cross = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)

function normalsOf({ x: dx, y: dy }: Slopes, small: Size, size: Size): Relief {
  const nz = new Float32Array(dx.length)
  for (let i = 0; i < nz.length; i++) {
    const length = Math.sqrt(dx[i]! * dx[i]! + dy[i]! * dy[i]! + 1)
    dx[i] = -dx[i]! / length
    dy[i] = -dy[i]! / length
    nz[i] = 1 / length
  }
  return {
    x: enlargeBilinear(dx, small, size),
    y: enlargeBilinear(dy, small, size),
    z: enlargeBilinear(nz, small, size),
  }
}
