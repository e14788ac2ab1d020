/** Grain and paper have the size that they have: on small faces they are weaker, or they would be all that is seen. */
import { faceUnit, type Scene } from '../scene.js'

/** How much of them is seen on faces. */
export const seenOnFaces = (scene: Scene): number => Math.min(1, faceUnit(scene) / scene.unit)

/** In place: a plane of 0..1 around its middle. */
export function calmOnFaces(plane: Float32Array, scene: Scene): Float32Array {
  const { skin, features } = scene
  const calm = 1 - seenOnFaces(scene)
  for (let i = 0; i < plane.length && calm > 0; i++)
    plane[i] = 0.5 + (plane[i]! - 0.5) * (1 - Math.max(skin[i]!, features[i]!) * calm)
  return plane
}
