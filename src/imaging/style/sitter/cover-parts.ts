/** Where parts of all faces are: 0..1, with soft edges. */
import { blur } from '../../raster/blur.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene } from '../scene.js'
import { pointsOf } from './face-parts.js'

export interface Part {
  readonly outline: readonly number[]
  readonly scale: number
}

/** `soft`: sigma of their edges, in heights of the face; 0: none. */
export function coverParts(
  { width, height, faces, faceHeight }: Scene,
  parts: readonly Part[],
  soft: number,
): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces)
    for (const { outline, scale } of parts)
      fillPolygon(plane, width, height, scalePolygon(pointsOf(face, outline), scale))
  return soft > 0 && faces.length > 0 ? blur(plane, width, height, Math.max(0.8, soft * faceHeight)) : plane
}
