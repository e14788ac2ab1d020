/** Grain and paper have the size that they have: on small faces they are weaker, or they would be all that is seen. */
import { faceUnit, type Scene } from '../scene.js'

/** In place: a plane of 0..1 around its middle. `most`: how much of it is seen on large faces; `row`: how wide the plane is. */
export function calmOnFaces(plane: Float32Array, scene: Scene, most = 1, row = scene.width): Float32Array {
  const seen = Math.min(most, faceUnit(scene) / scene.unit)
  if (seen >= 1) return plane
  const above = plane.length / row - scene.height
  for (let y = 0, i = 0; y < scene.height; y++) {
    for (let x = 0, to = (y + above) * row; x < scene.width; x++, i++, to++) {
      const face = Math.max(scene.skin[i]!, scene.features[i]!)
      plane[to] = 0.5 + (plane[to]! - 0.5) * (1 - face * (1 - seen))
    }
  }
  return plane
}
