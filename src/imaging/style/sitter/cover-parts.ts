/** Where parts of all faces are: 0..1, with soft edges. */
import type { Face } from '../../detect/faces/find-faces.js'
import { blur } from '../../raster/blur.js'
import type { Box, Size } from '../../raster/picture.js'
import { boxAround, pastePart } from '../pixels/patch.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { pointsOf } from './face-parts.js'

export interface Part {
  readonly outline: readonly number[]
  readonly scale: number
  /** How much of it counts; default: 1. */
  readonly weight?: number
}

export const partsOf = (outlines: readonly Part['outline'][], scale: number): Part[] =>
  outlines.map((outline) => ({ outline, scale }))

/** In a box of the picture, with hard edges. */
export function drawParts(box: Box, faces: readonly Pick<Face, 'mesh'>[], parts: readonly Part[]): Float32Array {
  const plane = new Float32Array(box.width * box.height)
  for (const face of faces) {
    for (const { outline, scale, weight } of parts) {
      const points = pointsOf(face, outline).map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
      fillPolygon(plane, box, scalePolygon(points, scale), weight)
    }
  }
  return plane
}

/** The part of the picture around an outline, and how much of each pixel in it the outline covers. */
export interface Cover extends Box {
  readonly share: Float32Array
}

/** Sigma of an edge without steps, in pixels. */
const SMOOTH = 0.6

export function coverOf(face: Pick<Face, 'mesh'>, outline: Part['outline'], size: Size): Cover {
  const box = boxAround(pointsOf(face, outline), 1, size)
  return { ...box, share: blur(drawParts(box, [face], partsOf([outline], 1)), box.width, box.height, SMOOTH) }
}

interface Heads extends Size {
  readonly faces: readonly Pick<Face, 'mesh'>[]
  /** Of the largest face, in pixels. */
  readonly faceHeight: number
}

/** In the whole picture. `soft`: sigma of their edges, in heights of the face; 0: none. */
export function coverParts(scene: Heads, parts: readonly Part[], soft: number): Float32Array {
  const plane = new Float32Array(scene.width * scene.height)
  const outlines = scene.faces.flatMap((face) =>
    parts.map(({ outline, scale }) => scalePolygon(pointsOf(face, outline), scale)),
  )
  if (outlines.length === 0) return plane
  const sigma = soft > 0 ? Math.max(0.8, soft * scene.faceHeight) : 0
  const box = boxAround(outlines.flat(), Math.ceil(4 * sigma) + 1, scene)
  const drawn = drawParts(box, scene.faces, parts)
  pastePart(blur(drawn, box.width, box.height, sigma), box, plane, scene, 1)
  return plane
}
