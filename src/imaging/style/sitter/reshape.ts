/**
 * Proportions of a caricature: a larger head with larger eyes. The source itself is reshaped, photo, matte and meshes
 * alike, before anything is painted, so that every step sees one and the same head, and every feature stays the
 * sitter's own. The fields are local scalings that fade to nothing.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { distanceOf, middleOf, type Point } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import type { SceneSource } from '../scene.js'
import { FOREHEAD, NOSE } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** Factors of size: 1 leaves a part as it is. */
export interface Proportions {
  /** The whole head. */
  readonly head: number
  readonly eyes: number
  readonly nose: number
  readonly jaw: number
}

/** `pull`: how much nearer to the centre a pixel is fetched from, at the centre; negative shrinks. */
interface Field {
  readonly centre: Point
  readonly radius: number
  readonly pull: number
}

/** Reach of the fields, in distances of the eyes and in heights of the face. */
const EYE_REACH = 0.62
const NOSE_REACH = 0.24
const JAW_REACH = 0.66
const HEAD_REACH = 2

/** `strength` 0 gives the source back. */
export function reshape(source: SceneSource, proportions: Proportions, strength: number): SceneSource {
  if (source.faces.length === 0 || strength === 0) return source
  const fields = source.faces.flatMap((face) => fieldsOf(face, roomFor(face, source, proportions), strength))
  // Not slice(): of a Buffer it would give the same memory again.
  const colour = new Uint8Array(source.colour)
  const alpha = source.alpha && new Uint8Array(source.alpha)
  const from = { x: 0, y: 0 }
  const box = boxOf(fields, source)
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      from.x = x + 0.5
      from.y = y + 0.5
      fetchFrom(from, fields)
      if (from.x === x + 0.5 && from.y === y + 0.5) continue
      const to = y * source.width + x
      copyPixel(source.colour, source, 3, from, colour, to)
      if (source.alpha && alpha) copyPixel(source.alpha, source, 1, from, alpha, to)
    }
  }
  return { ...source, colour, alpha, faces: source.faces.map((face) => moveFace(face, fields)) }
}

/** A face of these shares of the picture's height has room to grow, or none: the head would leave the picture. */
const ROOMY = [0.45, 0.3] as const

const roomFor = (face: Face, { height }: SceneSource, { head, ...parts }: Proportions): Proportions => ({
  ...parts,
  head: 1 + (head - 1) * smoothstep(...ROOMY, faceHeightOf(face) / height),
})

function fieldsOf(face: Face, { head, eyes, nose, jaw }: Proportions, strength: number): Field[] {
  const { mesh } = face
  const height = faceHeightOf(face)
  const [right, left] = [MESH.rightEye, MESH.leftEye].map(({ outer, inner }) =>
    middleOf(mesh[outer]!, mesh[inner]!),
  ) as [Point, Point]
  const between = distanceOf(right, left)
  const pull = (factor: number): number => 1 - 1 / (1 + (factor - 1) * strength)
  const lowerFace = middleOf(mesh[NOSE.base]!, mesh[MESH.chin]!)
  return [
    { centre: middleOf(mesh[MESH.chin]!, mesh[FOREHEAD]!), radius: HEAD_REACH * height, pull: pull(head) },
    { centre: right, radius: EYE_REACH * between, pull: pull(eyes) },
    { centre: left, radius: EYE_REACH * between, pull: pull(eyes) },
    { centre: middleOf(mesh[MESH.noseTip]!, mesh[NOSE.base]!), radius: NOSE_REACH * height, pull: pull(nose) },
    { centre: lowerFace, radius: JAW_REACH * height, pull: pull(jaw) },
  ]
}

/** Moves a point of the reshaped picture to where it comes from. */
function fetchFrom(point: { x: number; y: number }, fields: readonly Field[]): void {
  const { x, y } = point
  for (const { centre, radius, pull } of fields) {
    const [dx, dy] = [x - centre.x, y - centre.y]
    const share = (dx * dx + dy * dy) / (radius * radius)
    if (share >= 1) continue
    const weight = pull * (1 - share) * (1 - share)
    point.x -= dx * weight
    point.y -= dy * weight
  }
}

function boxOf(fields: readonly Field[], { width, height }: SceneSource) {
  return {
    left: Math.max(0, Math.floor(Math.min(...fields.map(({ centre, radius }) => centre.x - radius)))),
    right: Math.min(width, Math.ceil(Math.max(...fields.map(({ centre, radius }) => centre.x + radius)))),
    top: Math.max(0, Math.floor(Math.min(...fields.map(({ centre, radius }) => centre.y - radius)))),
    bottom: Math.min(height, Math.ceil(Math.max(...fields.map(({ centre, radius }) => centre.y + radius)))),
  }
}

function copyPixel(
  pixels: Uint8Array,
  { width, height }: SceneSource,
  channels: 1 | 3,
  { x, y }: Point,
  to: Uint8Array,
  pixel: number,
): void {
  const px = Math.min(width - 1, Math.max(0, x - 0.5))
  const py = Math.min(height - 1, Math.max(0, y - 0.5))
  const left = Math.floor(px)
  const top = Math.floor(py)
  const right = left + 1 < width ? channels : 0
  const below = top + 1 < height ? width * channels : 0
  const [u, v] = [px - left, py - top]
  const at = (top * width + left) * channels
  for (let c = 0; c < channels; c++) {
    const a = pixels[at + c]! * (1 - u) + pixels[at + c + right]! * u
    const b = pixels[at + c + below]! * (1 - u) + pixels[at + c + below + right]! * u
    to[pixel * channels + c] = a + (b - a) * v + 0.5
  }
}

/** More than enough for the fields to be inverted to a fraction of a pixel. */
const INVERSIONS = 8

function moveFace(face: Face, fields: readonly Field[]): Face {
  const moved = <P extends Point>(point: P): P => {
    const guess = { x: point.x, y: point.y }
    for (let i = 0; i < INVERSIONS; i++) {
      const back = { ...guess }
      fetchFrom(back, fields)
      guess.x += point.x - back.x
      guess.y += point.y - back.y
    }
    return { ...point, ...guess }
  }
  return {
    ...face,
    mesh: face.mesh.map(moved),
    pupils: { left: moved(face.pupils.left), right: moved(face.pupils.right) },
  }
}
