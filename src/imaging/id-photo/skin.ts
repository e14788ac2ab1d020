/** The colour of the skin, on forehead and cheeks: statues and drawings mostly have none. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import { chromaOf, hueOf, type Lab, toLab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { labAt } from './lightness-at.js'
import { refusal } from './refusals.js'

/** Points of the mesh: both cheeks and the forehead. */
const SKIN = [...MESH.cheeks, 10, 151]
/** Half the side of the squares around them, in widths of the face's box. */
const REACH = 0.025
// Of 80 portraits of all skin colours the palest has a chroma of 16, and hues are from 17 to 82 degrees, the latter in a room
// with yellow walls; stone has a chroma of 2 or 3.
const MIN_CHROMA = 8
const HUES = { min: 0, max: 92 }
/** Darker than this nothing has a colour. */
const MIN_LIGHTNESS = 30
/** Of a whole photo: below it is black and white. */
const GREY_PHOTO = 1.5
/** One pixel of so many tells that. */
const STRIDE = 997

/** Whether it looks like skin in daylight. Refuses stone: a face without colours in a photo that has some. */
export function hasSkinColour(photo: Photo, face: Face): boolean {
  const skin = meanAt(photo, face)
  if (skin[0] < MIN_LIGHTNESS) return true
  if (chromaOf(skin) >= MIN_CHROMA) return hueOf(skin) >= HUES.min && hueOf(skin) <= HUES.max
  if (meanChroma(photo) > GREY_PHOTO) throw refusal('no_person', ': use a photo of a living person, in colour')
  return false
}

function meanAt(photo: Photo, { mesh, box }: Face): Lab {
  const { width, height } = photo
  const reach = Math.max(1, Math.round(REACH * box.width))
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (const point of SKIN) {
    const [x0, y0] = [Math.round(mesh[point]!.x), Math.round(mesh[point]!.y)]
    for (let y = Math.max(0, y0 - reach); y <= Math.min(height - 1, y0 + reach); y++) {
      for (let x = Math.max(0, x0 - reach); x <= Math.min(width - 1, x0 + reach); x++) {
        const lab = labAt(photo, { x, y })
        for (const i of [0, 1, 2] as const) sum[i] += lab[i]
        count += 1
      }
    }
  }
  return [sum[0] / Math.max(1, count), sum[1] / Math.max(1, count), sum[2] / Math.max(1, count)]
}

function meanChroma({ width, height, colour }: Photo): number {
  let [sum, count] = [0, 0]
  for (let pixel = 0; pixel < width * height; pixel += STRIDE) {
    sum += chromaOf(toLab(colour[pixel * 3]!, colour[pixel * 3 + 1]!, colour[pixel * 3 + 2]!))
    count += 1
  }
  return sum / count
}
