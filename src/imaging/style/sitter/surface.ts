/**
 * The surface of the sitter, as a sculptor would model it: faces by the depth of their meshes, everything else of the
 * subject as a cushion that is round at its edge. Given as normals, which is all that light needs. Surfaces are smooth,
 * so a small copy is enough to find them.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { distanceTo } from '../../raster/distance.js'
import type { Size } from '../../raster/picture.js'
import { oncePer } from '../once-per.js'
import { cellsOf } from '../pixels/cell-grid.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { shrunk } from '../pixels/small-copy.js'
import type { Scene, SceneFace } from '../scene.js'
import { faceDepth } from './face-depth.js'
import { pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** Unit vectors in a small copy of the picture; x to the right, y down, z towards the viewer. */
interface Surface extends Size {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}

const PIXELS = 110_000
/** Radius of the cushion's edge and its softness, in heights of the face. */
const EDGE = 0.55
const SOFTNESS = 0.05
/** Without a face: in shorter sides of the picture. */
const FACELESS = 0.4
/** Of what the mesh says, in heights of the face. */
const MESH_SOFTNESS = 0.026
/** Of depths before their slopes are taken: in pixels of the small copy, so few that a blur is exact. */
const FINE_SOFTNESS = 2

export const surfaceOf = oncePer((scene: Scene): Surface => {
  const cell = cellOf(scene)
  const size = cellsOf(scene, cell)
  const faceHeight = (scene.faceHeight || FACELESS * Math.min(scene.width, scene.height)) / cell
  const { x, y } = slopesOf(cushion(scene, size, faceHeight), size, SOFTNESS * faceHeight)
  for (const face of scene.faces) addFace({ x, y }, size, face, 1 / cell)
  const z = x.map((across, i) => 1 / Math.sqrt(1 + across * across + y[i]! * y[i]!))
  for (let i = 0; i < z.length; i++) {
    x[i]! *= z[i]!
    y[i]! *= z[i]!
  }
  return { ...size, x, y, z }
})

const cellOf = ({ width, height }: Size): number => Math.max(1, Math.round(Math.sqrt((width * height) / PIXELS)))

/** What a lamp makes of a surface that faces this way. */
type Lamp = (x: number, y: number, z: number) => number

/** At every pixel of the scene; `softness`: on faces, in heights of them, so that their shadows have no edges. */
export function lightOf(scene: Scene, lamp: Lamp, softness: number): Float32Array {
  const { x, y, z, ...size } = surfaceOf(scene)
  const light = x.map((across, i) => lamp(across, y[i]!, z[i]!))
  if (softness > 0 && scene.faceHeight > 0) {
    const soft = blur(light, size.width, size.height, (softness * scene.faceHeight * size.width) / scene.width)
    const [skin, features] = [scene.skin, scene.features].map((plane) => shrunk(plane, scene, cellOf(scene)))
    for (let i = 0; i < light.length; i++) light[i]! += (soft[i]! - light[i]!) * Math.max(skin![i]!, features![i]!)
  }
  return enlargeBilinear(light, size, scene)
}

/** Heights: a quarter circle from the edge of the subject inwards. */
function cushion(scene: Scene, size: Size, faceHeight: number): Float32Array {
  const heights = new Float32Array(size.width * size.height)
  if (!scene.hasSubject) return heights
  const marks = Uint8Array.from(shrunk(scene.subject, scene, cellOf(scene)), (share) => (share > 0.5 ? 1 : 0))
  const distances = distanceTo(0, marks, size.width)
  const radius = EDGE * faceHeight
  for (let i = 0; i < heights.length; i++) {
    const rest = 1 - Math.min(1, distances[i]! / radius)
    heights[i] = radius * Math.sqrt(Math.max(0, 1 - rest * rest))
  }
  return heights
}

/**
 * How fast heights fall to the right and downwards, softened by `sigma`. Slopes of softened heights would be the same, but
 * wide blurs are made on cells, and slopes would show them.
 */
function slopesOf(heights: Float32Array, { width, height }: Size, sigma: number) {
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
  return { x: blur(x, width, height, sigma), y: blur(y, width, height, sigma) }
}

function addFace(slopes: ReturnType<typeof slopesOf>, size: Size, face: SceneFace, factor: number): void {
  const { width, height } = size
  const faceHeight = faceHeightOf(face) * factor
  const softness = MESH_SOFTNESS * faceHeight
  const own = slopesOf(faceDepth(face, size, factor, Math.min(FINE_SOFTNESS, softness)).height, size, softness)
  const inside = new Float32Array(width * height)
  const oval = pointsOf(face, MESH.oval).map(({ x, y }) => ({ x: x * factor, y: y * factor }))
  fillPolygon(inside, size, scalePolygon(oval, 0.86))
  const share = blur(inside, width, height, 0.05 * faceHeight)
  for (let i = 0; i < share.length; i++) {
    slopes.x[i] = slopes.x[i]! * (1 - share[i]!) + own.x[i]! * share[i]!
    slopes.y[i] = slopes.y[i]! * (1 - share[i]!) + own.y[i]! * share[i]!
  }
}
