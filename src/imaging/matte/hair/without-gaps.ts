/** A matte of people without what shows through their hair; and, for pictures with another ground, without crumbs beside them. */
import type { Face } from '../../detect/faces/find-faces.js'
import { bytes, changed, ints, kernels } from '../../kernels/room.js'
import type { Box, Cutout } from '../../raster/picture.js'
import { headCellsOf } from './head-cells.js'
import { clearOpenHair } from './open-hair.js'

type Head = Pick<Face, 'mesh'>

/** In heights of the face: an edge that is seen at close quarters needs a finer hand than gaps. */
const RIM = 0.05

/** The photo's alpha without the background that shows through hair; its outer edge stays. */
export const withoutGaps = (photo: Cutout, face: Head): Uint8Array =>
  clearOpenHair(photo, headCellsOf(photo, boxOf(face)), RIM)

/** In pixels: hair on smaller heads is not known by its means. */
const MIN_FACE = 96

/** The same at the edge, too, for every head; and what hangs together with nothing is gone. */
export function withoutCrumbs(photo: Cutout, faces: readonly Head[]): Uint8Array {
  const boxes = faces.map(boxOf).filter(({ height }) => height >= MIN_FACE)
  if (boxes.length === 0) return photo.alpha
  const open = boxes.reduce((alpha, box) => {
    const cutout = { ...photo, alpha }
    return clearOpenHair(cutout, headCellsOf(cutout, box))
  }, photo.alpha)
  return dropCrumbs(open, photo.width, Math.max(...boxes.map(({ height }) => height)))
}

/** Smaller pieces are crumbs, in squares of a face's height: an earring is larger. Alpha below this connects nothing. */
const [CRUMB, FAINT] = [0.006, 13]

function dropCrumbs(alpha: Uint8Array, width: number, faceHeight: number): Uint8Array {
  const cleaned = new Uint8Array(alpha.length)
  const scratch = [bytes(alpha.length), ints(alpha.length), ints(alpha.length)] as const
  kernels.dropCrumbs(changed(alpha, cleaned), width, alpha.length, FAINT, CRUMB * faceHeight ** 2, ...scratch)
  return cleaned
}

function boxOf({ mesh }: Head): Box {
  const [across, down] = [mesh.map(({ x }) => x), mesh.map(({ y }) => y)]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return { left, top, width: Math.max(...across) - left, height: Math.max(...down) - top }
}
