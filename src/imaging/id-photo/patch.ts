/**
 * The part of the photo that a result shows, ready to be warped: with the person's alpha cleaned, and free of
 * background colours at soft edges.
 */
import { bytes, changed, ints, kernels } from '../kernels/room.js'
import { cleanColours } from '../matte/foreground.js'
import { cropPhoto } from '../raster/crop-photo.js'
import { type Box, type Cutout, type Photo, type Size, withAlpha } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { resample } from '../raster/resample.js'
import { type FaceFrame, type FacePoint, toPhoto } from './frame.js'
import type { Portrait } from './portrait.js'
import { cellsUnder, LEVELS } from './portrait-matte.js'
import { removeSpill } from './spill.js'

export interface Patch extends Cutout {
  /** Pixels of the patch per pixel of the photo. */
  readonly scale: number
  toPatch(at: Point): Point
}

/** How photo and result relate: the point between the eyes in the result, and pixels of the result per photo pixel. */
export interface Placement extends Size {
  readonly scale: number
  readonly eyes: Point
}

/** From the result's pixels to the face frame. */
export const resultToFace = ({ scale, eyes }: Placement, { x, y }: Point): FacePoint => ({
  u: (x - eyes.x) / scale,
  v: (y - eyes.y) / scale,
})

/** In pixels of the result: foreground colours at the rim are estimated from what is around them. */
const MARGIN = 24
/** In squared face lengths (eyes to chin): smaller pieces are bits of a strand of hair whose rest was cleared with a rim. */
const CRUMB = 0.0005
/** Less than this connects nothing. */
const FAINT = 26
/** A photo that is much larger than the result is first shrunk to this many pixels per pixel of the result. */
const DETAIL = 1.25
/** One that would hardly shrink stays as it is. */
const HARDLY = 0.75

export async function cutPatch(
  { photo, alpha, person, edges }: Portrait,
  frame: FaceFrame,
  placement: Placement,
): Promise<Patch> {
  const box = boxOf(photo, frame, placement)
  const part = await partOf({ ...photo, alpha }, box, placement.scale * DETAIL)
  const { width, height, alpha: matte } = part
  const [scaleX, scaleY] = [width / box.width, height / box.height]
  const patch: Patch = {
    ...part,
    scale: scaleX,
    toPatch: ({ x, y }) => ({ x: (x - box.left) * scaleX, y: (y - box.top) * scaleY }),
  }
  const toPhotoPoint = ({ x, y }: Point): Point => ({ x: box.left + x / scaleX, y: box.top + y / scaleY })
  const { first, across, down } = cellsUnder(person, toPhotoPoint)
  kernels.cleanLevels(
    changed(matte),
    width,
    height,
    person.solid,
    person.dropped,
    person.width,
    person.height,
    ...first,
    ...across,
    ...down,
    LEVELS.black,
    LEVELS.stretch,
  )
  const least = CRUMB * (frame.chin * scaleX) ** 2
  const pixels = matte.length
  kernels.dropCrumbs(changed(matte), width, pixels, FAINT, least, bytes(pixels), ints(pixels), ints(pixels))
  cleanColours(patch)
  removeSpill(patch, toPhotoPoint, person, edges)
  return patch
}

async function partOf(photo: Cutout, box: Box, shrink: number): Promise<Cutout> {
  if (shrink > HARDLY) return withAlpha(cropPhoto(photo, box))
  const size = { width: Math.ceil(box.width * shrink), height: Math.ceil(box.height * shrink) }
  const [colour, alpha] = await Promise.all([
    resample(photo.colour, photo, 3, size, { window: box }),
    resample(photo.alpha, photo, 1, size, { window: box }),
  ])
  return { ...size, colour, alpha }
}

/** The bounding box of the result's four corners, as far as the photo reaches. */
function boxOf(photo: Photo, frame: FaceFrame, placement: Placement): Box {
  const { width, height } = placement
  const corners = [
    { x: -MARGIN, y: -MARGIN },
    { x: width + MARGIN, y: -MARGIN },
    { x: -MARGIN, y: height + MARGIN },
    { x: width + MARGIN, y: height + MARGIN },
  ].map((corner) => toPhoto(frame, resultToFace(placement, corner)))
  const span = (values: readonly number[], length: number): [number, number] => [
    Math.min(length - 1, Math.max(0, Math.floor(Math.min(...values)))),
    Math.max(1, Math.min(length, Math.ceil(Math.max(...values)))),
  ]
  const [left, right] = span(
    corners.map(({ x }) => x),
    photo.width,
  )
  const [top, bottom] = span(
    corners.map(({ y }) => y),
    photo.height,
  )
  return { left, top, width: right - left, height: bottom - top }
}
