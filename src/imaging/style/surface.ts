/**
 * The surface of the sitter, as a sculptor would model it: faces by the depth of their meshes, everything else of the
 * subject as a cushion that is round at its edge. Given as normals, which is all that light needs. Surfaces are smooth,
 * so a small copy is enough to find them.
 */
import Delaunator from 'delaunator'
import { MESH, type MeshPoint } from '../detect/faces/mesh.js'
import { enlargeBilinear } from '../raster/bilinear.js'
import { blur } from '../raster/blur.js'
import { distanceTo } from '../raster/distance.js'
import { type Size, scaleSize } from '../raster/picture.js'
import { pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { fillPolygon, scalePolygon } from './polygon.js'
import type { Scene, SceneFace } from './scene.js'

/** Unit vectors; x to the right, y down, z towards the viewer. */
export interface Surface {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}

const PIXELS = 160_000
/** Radius of the cushion's edge and its softness, in heights of the face. */
const EDGE = 0.55
const SOFTNESS = 0.05
/** Without a face: in shorter sides of the picture. */
const FACELESS = 0.4
/** The mesh is coarse: its facets must not show. */
const MESH_SOFTNESS = 0.026

const kept = new WeakMap<Scene, Surface>()

/** Several steps need it: found once per scene. */
export function surfaceOf(scene: Scene): Surface {
  const surface = kept.get(scene) ?? findSurface(scene)
  kept.set(scene, surface)
  return surface
}

function findSurface(scene: Scene): Surface {
  const factor = Math.min(1, Math.sqrt(PIXELS / (scene.width * scene.height)))
  const size = scaleSize(scene, factor)
  const faceHeight = (scene.faceHeight || FACELESS * Math.min(scene.width, scene.height)) * factor
  const slopes = slopesOf(cushion(scene, size, faceHeight), size)
  for (const face of scene.faces) addFace(slopes, size, face, factor)
  const [x, y] = [slopes.x, slopes.y].map((plane) => enlargeBilinear(plane, size, scene)) as [
    Float32Array,
    Float32Array,
  ]
  const z = new Float32Array(x.length)
  for (let i = 0; i < x.length; i++) {
    z[i] = 1 / Math.sqrt(1 + x[i]! * x[i]! + y[i]! * y[i]!)
    x[i]! *= z[i]!
    y[i]! *= z[i]!
  }
  return { x, y, z }
}

/** Heights: a quarter circle from the edge of the subject inwards. */
function cushion({ subject, width, height, hasSubject }: Scene, size: Size, faceHeight: number): Float32Array {
  const marks = new Uint8Array(size.width * size.height)
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = Math.floor(((y + 0.5) * height) / size.height) * width
    for (let x = 0; x < size.width; x++, i++) {
      marks[i] = subject[row + Math.floor(((x + 0.5) * width) / size.width)]! > 0.5 ? 1 : 0
    }
  }
  const heights = new Float32Array(marks.length)
  if (!hasSubject) return heights
  const distances = distanceTo(0, marks, size.width)
  const radius = EDGE * faceHeight
  for (let i = 0; i < heights.length; i++) {
    const rest = 1 - Math.min(1, distances[i]! / radius)
    heights[i] = radius * Math.sqrt(Math.max(0, 1 - rest * rest))
  }
  return blur(heights, size.width, size.height, SOFTNESS * faceHeight)
}

/** How fast heights fall to the right and downwards. */
function slopesOf(heights: Float32Array, { width, height }: Size) {
  const x = new Float32Array(heights.length)
  const y = new Float32Array(heights.length)
  for (let row = 0, i = 0; row < height; row++) {
    const up = row > 0 ? width : 0
    const down = row < height - 1 ? width : 0
    for (let column = 0; column < width; column++, i++) {
      const left = column > 0 ? 1 : 0
      const right = column < width - 1 ? 1 : 0
      x[i] = (heights[i - left]! - heights[i + right]!) / Math.max(1, left + right)
      y[i] = (heights[i - up]! - heights[i + down]!) / Math.max(1, (up + down) / width)
    }
  }
  return { x, y }
}

function addFace(slopes: ReturnType<typeof slopesOf>, size: Size, face: SceneFace, factor: number): void {
  const { width, height } = size
  const mesh = face.mesh.map(({ x, y, z }) => ({ x: x * factor, y: y * factor, z: z * factor }))
  const faceHeight = faceHeightOf({ mesh })
  const depth = blur(depthOf(mesh, size), width, height, MESH_SOFTNESS * faceHeight)
  const own = slopesOf(depth, size)
  const inside = new Float32Array(depth.length)
  const oval = pointsOf({ mesh }, MESH.oval)
  fillPolygon(inside, width, height, scalePolygon(oval, 0.86))
  const share = blur(inside, width, height, 0.05 * faceHeight)
  for (let i = 0; i < share.length; i++) {
    slopes.x[i] = slopes.x[i]! * (1 - share[i]!) + own.x[i]! * share[i]!
    slopes.y[i] = slopes.y[i]! * (1 - share[i]!) + own.y[i]! * share[i]!
  }
}

/** Heights (towards the viewer) between the points of the mesh. */
function depthOf(mesh: MeshPoint[], { width, height }: Size): Float32Array {
  const depth = new Float32Array(width * height).fill(-Math.max(...mesh.map(({ z }) => z)))
  const { triangles } = Delaunator.from(
    mesh,
    ({ x }) => x,
    ({ y }) => y,
  )
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [mesh[triangles[k]!]!, mesh[triangles[k + 1]!]!, mesh[triangles[k + 2]!]!]
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if (Math.abs(area) < 1e-6) continue
    const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x)))
    const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y)))
    for (let y = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y))); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x))); x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5]
        const u = ((b.x - px) * (c.y - py) - (c.x - px) * (b.y - py)) / area
        const v = ((c.x - px) * (a.y - py) - (a.x - px) * (c.y - py)) / area
        if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6) continue
        depth[y * width + x] = -(a.z * u + b.z * v + c.z * (1 - u - v))
      }
    }
  }
  return depth
}
