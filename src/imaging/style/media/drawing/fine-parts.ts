/** What is drawn with the point of the tool: the features of faces; and hands, ears and throats, whose forms are as small. */
import { MESH } from '../../../detect/faces/mesh.js'
import { changed, hold, kernels } from '../../../kernels/room.js'
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
  const fine = new Float32Array(scene.skin.length)
  hold({ fine: changed(scene.skin, fine) }, (held) => {
    kernels.multiplyByRest(held.fine, coverParts(scene, FACES, SOFT), fine.length)
    kernels.largestOf(held.fine, scene.features, fine.length, LIMBS, 1)
  })
  return fine
})
