/** Faces before anything is made of them: evened, then lit. Only the part of the picture that has skin is looked at. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { changed, floats, hold, kernels } from '../../kernels/room.js'
import type { Box, Size } from '../../raster/picture.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { boxAbove, copyPart, grown, pastePart } from '../pixels/patch.js'
import { evenSkin } from './even-skin.js'
import { FOREHEAD } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { fillLight } from './fill-light.js'

interface Found extends Size {
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly faces: readonly Pick<Face, 'mesh'>[]
  readonly faceHeight: number
}

/** Less is no skin. */
const LEAST = 0.004
/** What is around skin counts as well, so far, in heights of the face. */
const AROUND = 0.15

/** A copy of the photo; `fill`: how much shadows are lifted, 0..1. */
export function prepareSkin(photo: Uint8Array, found: Found, fill: number): Uint8Array {
  if (found.faces.length === 0) return photo
  const prepared = new Uint8Array(photo)
  // Of several people each has a tone, a size and a light of their own.
  const people = found.faces.length > 1 ? found.faces.map((face) => onlyOf(face, found)) : [found]
  for (const person of people) prepare(prepared, person, fill)
  return prepared
}

/** In place, where there is skin. */
function prepare(photo: Uint8Array, person: Found, fill: number): void {
  const { skin, features, faces, faceHeight } = person
  const skinBox = boxAbove(skin, person, LEAST)
  if (!skinBox) return
  const box = grown(skinBox, Math.ceil(AROUND * faceHeight), person)
  const { width, height } = box
  const part = { width, height, faces: faces.map((face) => ({ mesh: movedInto(box, face) })), faceHeight }
  const prepared = copyPart(photo, person, box, 3)
  const planes = { skin: copyPart(skin, person, box, 1), features: copyPart(features, person, box, 1) }
  const area = width * height
  hold({ photo: changed(prepared), luma: floats(area), ...planes }, (held) => {
    kernels.lumaOfPicture(held.photo, area, held.luma)
    evenSkin(held, part)
    kernels.lumaOfPicture(held.photo, area, held.luma)
    fillLight(held, part, fill)
  })
  pastePart(prepared, box, photo, person, 3)
}

/** Of several people each has the skin around the own face: up to the first all, from the second on none, in heights of it. */
const [OWN, NOT_OWN] = [0.65, 0.95]

function onlyOf(face: Pick<Face, 'mesh'>, found: Found): Found {
  const size = faceHeightOf(face)
  const middle = middleOf(face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!)
  const skin = new Float32Array(found.skin.length)
  for (let y = 0, i = 0; y < found.height; y++) {
    for (let x = 0; x < found.width; x++, i++) {
      if (found.skin[i]! < LEAST) continue
      skin[i] = found.skin[i]! * smoothstep(NOT_OWN, OWN, lengthOf(x - middle.x, y - middle.y) / size)
    }
  }
  return { ...found, skin, faces: [face], faceHeight: size }
}

const movedInto = ({ left, top }: Box, { mesh }: Pick<Face, 'mesh'>): Face['mesh'] =>
  mesh.map((point) => ({ ...point, x: point.x - left, y: point.y - top }))
