/**
 * Proportions of a caricature: a large head on a small body, and of the features those larger that are large. The source
 * itself is reshaped, photo, matte and meshes alike, before anything is painted, so that every step sees one and the same
 * head, and every feature stays the sitter's own. The fields are local scalings that fade to nothing.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { middleOf, type Point } from '../../raster/point.js'
import type { SceneSource } from '../scene.js'
import { FOREHEAD, LIPS_MIDDLE, NOSE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** Factors of size, for a face like most: 1 leaves a part as it is. */
export interface Proportions {
  /** The whole head. */
  readonly head: number
  readonly eyes: number
  readonly nose: number
  readonly mouth: number
  readonly jaw: number
}

/** Between which points a part is measured, and how wide it is on most faces, in heights of the face. */
const WIDTHS = {
  eyes: { ends: [33, 133], usual: 0.172 },
  nose: { ends: [48, 278], usual: 0.242 },
  mouth: { ends: [61, 291], usual: 0.37 },
  jaw: { ends: [172, 397], usual: 0.665 },
} as const
/** How much what is individual is stressed, and within which bounds. */
const STRESS = 2
const [LEAST, MOST] = [0.85, 1.5]

/** `factor` for this face: a wide nose becomes wider, a narrow one narrower. */
function stressed(part: keyof typeof WIDTHS, factor: number, { mesh }: Face): number {
  const { ends, usual } = WIDTHS[part]
  const [one, other] = [mesh[ends[0]]!, mesh[ends[1]]!]
  const width = Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z) / faceHeightOf({ mesh })
  return Math.min(MOST, Math.max(LEAST, factor * (width / usual) ** STRESS))
}

/** `pull`: how much nearer to the centre a pixel is fetched from, at the centre; negative shrinks. */
interface Field {
  readonly centre: Point
  readonly radius: number
  readonly pull: number
}

/** Reach of the fields, in heights of the face. That of an eye ends within glasses: frames stay as they are. */
const EYE_REACH = 0.19
const NOSE_REACH = 0.24
const MOUTH_REACH = 0.3
const JAW_REACH = 0.66
const HEAD_REACH = 1.5

/** How pixels are fetched: the picture is made smaller, standing on `ground`, then drawn in by the fields. */
interface Shape {
  readonly fields: readonly Field[]
  readonly smaller: number
  readonly ground: Point
}

/** `strength` 0 gives the source back. */
export function reshape(source: SceneSource, proportions: Proportions, strength: number): SceneSource {
  if (source.faces.length === 0 || strength === 0) return source
  const shape = shapeOf(source, proportions, strength)
  // Not slice(): of a Buffer it would give the same memory again.
  const colour = new Uint8Array(source.colour)
  const alpha = source.alpha && new Uint8Array(source.alpha)
  const from = { x: 0, y: 0 }
  const box = boxOf(shape, source)
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      from.x = x + 0.5
      from.y = y + 0.5
      fetchFrom(from, shape)
      if (from.x === x + 0.5 && from.y === y + 0.5) continue
      const to = y * source.width + x
      copyPixel(source.colour, source, 3, from, colour, to)
      if (!source.alpha || !alpha) continue
      if (from.y < 0) alpha[to] = 0
      else copyPixel(source.alpha, source, 1, from, alpha, to)
    }
  }
  return { ...source, colour, alpha, faces: source.faces.map((face) => moveFace(face, shape)) }
}

/** No head leaves the picture: there is so much ground above it and beside it, in shares of the picture. */
const MARGIN = 0.025
/** The figure becomes smaller by so much at least, and at most to make room. */
const [SMALLER, SMALLEST] = [0.94, 0.76]
const LESS = 0.03

/** Heads as large as there is room for. */
function shapeOf(source: SceneSource, proportions: Proportions, strength: number): Shape {
  const heads = source.faces.map((face) => headOf(face, source))
  const { width, height } = source
  const ground = { x: width / 2, y: height }
  const [largest, smallest] = source.alpha ? [SMALLER, SMALLEST] : [1, 1]
  for (let head = proportions.head; head > 1; head -= LESS) {
    const fields = source.faces.flatMap((face) => fieldsOf(face, { ...proportions, head }, strength))
    for (let smaller = largest; smaller >= smallest; smaller -= LESS) {
      const shape = { fields, smaller, ground }
      const fits = heads.every((points) => {
        const [top, chin, left, right] = points.map((point) => forward(point, shape))
        const beside = Math.min(left!.x, width - right!.x)
        return top!.y > MARGIN * height && chin!.y < (1 - 3 * MARGIN) * height && beside > MARGIN * width
      })
      if (fits) return shape
    }
  }
  const fields = source.faces.flatMap((face) => fieldsOf(face, { ...proportions, head: 1 }, strength))
  return { fields, smaller: 1, ground }
}

/** How far hair and hats reach above a face at most, in heights of the face. */
const HAIR = 0.7

/** The top of a head with its hair, its chin and its sides. */
function headOf(face: Face, { width, height, alpha }: SceneSource): Point[] {
  const oval = pointsOf(face, MESH.oval)
  const [forehead, size] = [face.mesh[FOREHEAD]!, faceHeightOf(face)]
  const [left, right] = [oval.reduce((a, b) => (a.x < b.x ? a : b)), oval.reduce((a, b) => (a.x > b.x ? a : b))]
  let top = Math.max(0, Math.floor(forehead.y - HAIR * size))
  const isOpen = (y: number): boolean => {
    const row = Math.min(height - 1, y) * width
    return !alpha
      ?.subarray(row + Math.max(0, Math.floor(left.x)), row + Math.ceil(right.x))
      .some((value) => value > 127)
  }
  while (top < forehead.y && isOpen(top)) top++
  return [{ x: forehead.x, y: top }, face.mesh[MESH.chin]!, left, right]
}

function fieldsOf(face: Face, proportions: Proportions, strength: number): Field[] {
  const { mesh } = face
  const height = faceHeightOf(face)
  const field = (centre: Point, reach: number, factor: number): Field => ({
    centre,
    radius: reach * height,
    pull: 1 - 1 / (1 + (factor - 1) * strength),
  })
  const own = (part: keyof typeof WIDTHS): number => stressed(part, proportions[part], face)
  return [
    field(middleOf(mesh[MESH.chin]!, mesh[FOREHEAD]!), HEAD_REACH, proportions.head),
    ...[MESH.rightEye, MESH.leftEye].map(({ outer, inner }) =>
      field(middleOf(mesh[outer]!, mesh[inner]!), EYE_REACH, own('eyes')),
    ),
    field(middleOf(mesh[MESH.noseTip]!, mesh[NOSE.base]!), NOSE_REACH, own('nose')),
    field(middleOf(mesh[LIPS_MIDDLE.upper]!, mesh[LIPS_MIDDLE.lower]!), MOUTH_REACH, own('mouth')),
    field(middleOf(mesh[NOSE.base]!, mesh[MESH.chin]!), JAW_REACH, own('jaw')),
  ]
}

/** Moves a point of the reshaped picture to where it comes from. */
function fetchFrom(point: { x: number; y: number }, { fields, smaller, ground }: Shape): void {
  const x = ground.x + (point.x - ground.x) / smaller
  const y = ground.y + (point.y - ground.y) / smaller
  point.x = x
  point.y = y
  for (const { centre, radius, pull } of fields) {
    const [dx, dy] = [x - centre.x, y - centre.y]
    const share = (dx * dx + dy * dy) / (radius * radius)
    if (share >= 1) continue
    const weight = pull * (1 - share) * (1 - share)
    point.x -= dx * weight
    point.y -= dy * weight
  }
}

function boxOf({ fields, smaller }: Shape, { width, height }: SceneSource) {
  if (smaller < 1) return { left: 0, right: width, top: 0, bottom: height }
  return {
    left: Math.max(0, Math.floor(Math.min(...fields.map(({ centre, radius }) => centre.x - radius)))),
    right: Math.min(width, Math.ceil(Math.max(...fields.map(({ centre, radius }) => centre.x + radius)))),
    top: Math.max(0, Math.floor(Math.min(...fields.map(({ centre, radius }) => centre.y - radius)))),
    bottom: Math.min(height, Math.ceil(Math.max(...fields.map(({ centre, radius }) => centre.y + radius)))),
  }
}

/** Beside the photo a figure that its border cuts off goes on, in mirrored colours, and falls as shoulders do. */
const FALL = 0.8

function copyPixel(
  pixels: Uint8Array,
  { width, height }: SceneSource,
  channels: 1 | 3,
  { x, y }: Point,
  to: Uint8Array,
  pixel: number,
): void {
  const inside = Math.min(width - 1, Math.max(0, x - 0.5))
  const px = channels === 1 ? inside : Math.min(width - 1, Math.max(0, 2 * inside - x + 0.5))
  const py = Math.min(height - 1, Math.max(0, y - 0.5 - FALL * Math.abs(x - 0.5 - inside)))
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

/** Where a point of the source lies in the reshaped picture. */
function forward<P extends Point>(point: P, shape: Shape): P {
  const guess = { x: point.x, y: point.y }
  for (let i = 0; i < INVERSIONS; i++) {
    const back = { ...guess }
    fetchFrom(back, shape)
    guess.x += point.x - back.x
    guess.y += point.y - back.y
  }
  return { ...point, ...guess }
}

const moveFace = (face: Face, shape: Shape): Face => ({
  ...face,
  mesh: face.mesh.map((point) => forward(point, shape)),
  pupils: { left: forward(face.pupils.left, shape), right: forward(face.pupils.right, shape) },
})
