/**
 * How far a face stands out, from the depth of its mesh. It is smooth, so a small copy of the picture is enough to
 * find it.
 */
import Delaunator from 'delaunator'
import type { MeshPoint } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import type { SceneFace } from '../scene.js'

export interface FaceDepth {
  /** In pixels of the copy, from the deepest point of the mesh towards the viewer; beyond its rim it goes on level. */
  readonly height: Float32Array
  /** 0..1: how much there is of the mesh near by. */
  readonly share: Float32Array
}

/** On a copy of this size, `factor` times the scene's. `softness`: sigma in its pixels; the mesh's facets must not show. */
export function faceDepth({ mesh }: SceneFace, size: Size, factor: number, softness: number): FaceDepth {
  const points = mesh.map(({ x, y, z }) => ({ x: x * factor, y: y * factor, z: z * factor }))
  const { heights, inside } = heightsOf(points, size)
  const height = blur(heights, size.width, size.height, softness)
  const share = blur(inside, size.width, size.height, softness)
  for (let i = 0; i < height.length; i++) if (share[i]! > 1e-4) height[i]! /= share[i]!
  return { height, share }
}

/** Between the points of the mesh. */
function heightsOf(mesh: MeshPoint[], { width, height }: Size) {
  const heights = new Float32Array(width * height)
  const inside = new Float32Array(width * height)
  const deepest = mesh.reduce((most, { z }) => Math.max(most, z), Number.NEGATIVE_INFINITY)
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
        heights[y * width + x] = deepest - (a.z * u + b.z * v + c.z * (1 - u - v))
        inside[y * width + x] = 1
      }
    }
  }
  return { heights, inside }
}
