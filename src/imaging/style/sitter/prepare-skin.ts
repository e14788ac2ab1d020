/**
 * Faces before anything is made of them: lit. Light on skin is smooth, so a small copy is enough to find what changes;
 * that is added to the photo's own pixels.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { changed, filled, floats, hold, kernels } from '../../kernels/room.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { CELL_FLOATS, readCells } from '../pixels/cell-grid.js'
import { FOREHEAD } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { fillLight } from './fill-light.js'

interface Found extends Size {
  readonly colour: Uint8Array
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly faces: readonly Pick<Face, 'mesh'>[]
  readonly faceHeight: number
}

/** Less is no skin. */
const LEAST = 0.004

/** Of a small copy of the photo. */
export interface SkinChanges extends Size {
  /** What is added to each colour: `CELL_FLOATS` per pixel. */
  readonly changes: Float32Array
}

/** `fill`: how much shadows are lifted, 0..1; undefined where there is nobody. */
export function prepareSkin(photo: Found, fill: number): SkinChanges | undefined {
  const { width, height, colour, faces } = photo
  if (faces.length === 0 || fill === 0) return undefined
  const lit = new Uint8Array(colour)
  // Of several people each has a tone, a size and a light of their own.
  const people = faces.length > 1 ? faces.map((face) => onlyOf(face, photo)) : [photo]
  const area = width * height
  for (const { skin, features, ...person } of people) {
    hold({ photo: changed(lit), skin: skin.slice(), features, luma: floats(area) }, (held) => {
      kernels.lumaOfPicture(held.photo, area, held.luma)
      fillLight(held, person, fill)
    })
  }
  const changes = new Float32Array(CELL_FLOATS * area)
  kernels.changesOf(colour, lit, area, filled(changes))
  return { width, height, changes }
}

/** A copy of the photo at any size, with the changes. */
export function withChanges(photo: Uint8Array, size: Size, { changes, ...small }: SkinChanges): Uint8Array {
  const prepared = new Uint8Array(photo.length)
  const grid = { cell: size.width / small.width, columns: small.width, rows: small.height }
  hold({ picture: changed(photo, prepared), changes }, ({ picture, changes }) =>
    readCells(size, changes, grid, (y, between) => kernels.addChanges(...between, picture.at(y * size.width * 3))),
  )
  return prepared
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
