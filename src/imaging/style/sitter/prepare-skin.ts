/** Faces before anything is made of them: evened, then lit. Only the part of the picture that has skin is looked at. */
import type { Face } from '../../detect/faces/find-faces.js'
import type { Box, Size } from '../../raster/picture.js'
import { lumaPlane } from '../pixels/canvas.js'
import { boxAbove, copyPart, grown, pastePart } from '../pixels/patch.js'
import { evenSkin } from './even-skin.js'
import { fillLight } from './fill-light.js'

interface Found extends Size {
  readonly luma: Float32Array
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
  const { luma, skin, features, faceHeight } = found
  const skinBox = boxAbove(skin, found, LEAST)
  if (!skinBox) return photo
  const box = grown(skinBox, Math.ceil(AROUND * faceHeight), found)
  const faces = found.faces.map((face) => ({ mesh: movedInto(box, face) }))
  const plane = (whole: Float32Array): Float32Array => copyPart(whole, found, box, 1)
  const part = { width: box.width, height: box.height, skin: plane(skin), features: plane(features), faces, faceHeight }
  const even = evenSkin(copyPart(photo, found, box, 3), { ...part, luma: plane(luma) })
  const prepared = new Uint8Array(photo)
  pastePart(fillLight(even, { ...part, luma: lumaPlane(even) }, fill), box, prepared, found, 3)
  return prepared
}

const movedInto = ({ left, top }: Box, { mesh }: Pick<Face, 'mesh'>): Face['mesh'] =>
  mesh.map((point) => ({ ...point, x: point.x - left, y: point.y - top }))
