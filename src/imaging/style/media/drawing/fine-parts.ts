/** What is drawn with the point of the tool: the features of faces; and hands, ears and throats, whose forms are as small. */
import { MESH } from '../../../detect/faces/mesh.js'
import { oncePer } from '../../once-per.js'
import type { Scene } from '../../scene.js'
import { coverParts, partsOf } from '../../sitter/cover-parts.js'

const FACES = partsOf([MESH.oval], 1)
/** Of their edges, in heights of the face. */
const SOFT = 0.02
/** How much other skin counts. */
const LIMBS = 0.6

/** 0..1 */
export const finePartsOf = oncePer((scene: Scene): Float32Array => {
  const faces = coverParts(scene, FACES, SOFT)
  return scene.features.map((feature, i) => Math.max(feature, LIMBS * scene.skin[i]! * (1 - faces[i]!)))
})
