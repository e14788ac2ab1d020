/** Whether the eyes cannot be seen, behind sunglasses or hair: between the lids nothing is as light as the white of an eye. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Photo } from '../raster/picture.js'
import { cheekLightness, lightnessBetween, quantileOf } from './lightness-at.js'

const BETWEEN = [0.1, 0.3, 0.5, 0.7, 0.9]
const LIGHTEST = 0.85
/** Relative to the lightness of the cheeks. */
const MIN_WHITE = 0.33

/** Both of them: one alone may lie in shadow. */
export function areEyesHidden(photo: Photo, { mesh }: Face): boolean {
  const cheeks = cheekLightness(photo, mesh)
  return Object.values(MESH.lids).every((lids) => {
    const pairs = lids.map(([upper, lower]) => [mesh[upper]!, mesh[lower]!] as const)
    return quantileOf(lightnessBetween(photo, pairs, BETWEEN), LIGHTEST) < MIN_WHITE * cheeks
  })
}
