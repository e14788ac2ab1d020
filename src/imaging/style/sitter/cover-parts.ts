/** Where parts of all faces are: 0..1, with soft edges. */
import { blur } from '../../raster/blur.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene } from '../scene.js'
import { pointsOf } from './face-parts.js'

/** In heights of the face. */
const EDGE = 0.012

export function coverParts(scene: Scene, outlines: readonly (readonly number[])[], scale = 1): Float32Array {
  const { width, height, faces, faceHeight } = scene
  const plane = new Float32Array(width * height)
  for (const face of faces)
    for (const outline of outlines) fillPolygon(plane, width, height, scalePolygon(pointsOf(face, outline), scale))
  return blur(plane, width, height, EDGE * faceHeight)
}
