/** Where heads are: the middle of each face, and its height. */
import { MESH } from '../../detect/faces/mesh.js'
import { middleOf } from '../../raster/point.js'
import type { Scene } from '../scene.js'
import { FOREHEAD } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'

export const headsOf = ({ faces }: Pick<Scene, 'faces'>) =>
  faces.map((face) => ({ size: faceHeightOf(face), ...middleOf(face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!) }))
