/** Faces before anything is made of them: evened, then lit. Only the part of the picture that has skin is looked at, in a small copy. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { bytes, changed, floats, hold, kernels, partOf } from '../../kernels/room.js'
import type { Box, Size } from '../../raster/picture.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { CELL_FLOATS, gridOf, readCells } from '../pixels/cell-grid.js'
import { boxAbove, grown } from '../pixels/patch.js'
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
/** Light on skin is smooth: pixels in the height of a face that are enough for it. What changes there is added to the photo's own. */
const ENOUGH = 150
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
  const { skin, features, faceHeight } = person
  const skinBox = boxAbove(skin, person, LEAST)
  if (!skinBox) return
  const box = grown(skinBox, Math.ceil(AROUND * faceHeight), person)
  const grid = gridOf(box, Math.max(1, Math.floor(faceHeight / ENOUGH)))
  const { cell, columns, rows } = grid
  const small = {
    width: columns,
    height: rows,
    faces: person.faces.map(({ mesh }) => ({ mesh: mesh.map((point) => onGrid(point, box, cell)) })),
    faceHeight: faceHeight / cell,
  }
  const area = columns * rows
  const work = { before: bytes(3 * area), lit: bytes(3 * area), changes: floats(CELL_FLOATS * area) }
  const planes = { luma: floats(area), skin: floats(area), features: floats(area) }
  hold({ picture: changed(partOf(photo, person, box, 3)), ...work, ...planes }, (held) => {
    const { picture, before, lit, changes } = held
    kernels.shrinkPicture(picture, box.width, box.height, cell, before)
    kernels.meansOfCells(partOf(skin, person, box), box.width, box.height, cell, held.skin)
    kernels.meansOfCells(partOf(features, person, box), box.width, box.height, cell, held.features)
    lit.copyFrom(before, 3 * area)
    const sitter = { ...held, photo: lit }
    kernels.lumaOfPicture(lit, area, held.luma)
    evenSkin(sitter, small)
    kernels.lumaOfPicture(lit, area, held.luma)
    fillLight(sitter, small, fill)
    kernels.changesOf(before, lit, area, changes)
    readCells(box, changes, grid, (y, between) => kernels.addChanges(...between, picture.at(y * box.width * 3)))
  })
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

const onGrid = ({ x, y, z }: Face['mesh'][number], { left, top }: Box, cell: number): Face['mesh'][number] => ({
  x: (x - left) / cell,
  y: (y - top) / cell,
  z: z / cell,
})
