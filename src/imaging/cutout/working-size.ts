/**
 * A small result needs no large photo: it is decoded, cut out and coloured at a multiple of the result's size, which
 * networks and edges are still content with.
 */
import type { CutoutJob } from '../job.js'
import type { Size } from '../raster/picture.js'
import { sizeOfWhole } from './layout.js'

/** The longer side that the networks look at; below it they would see less than there is. */
const ENOUGH = 1024
/** A copy only little smaller than the photo is not worth a resampling. */
const WORTHWHILE_SHARE = 0.5

export interface WorkingSize extends Size {
  /** The size of the result; undefined where it is not known before the subject is found. */
  readonly result?: Size
}

export function workingSize(photo: Size, job: CutoutJob): WorkingSize {
  const result = sizeOfWhole(photo, job)
  if (!result) return photo
  const factor = Math.max(1, Math.ceil(ENOUGH / Math.max(result.width, result.height)))
  const [width, height] = [result.width * factor, result.height * factor]
  return width * height < photo.width * photo.height * WORTHWHILE_SHARE
    ? { width, height, result }
    : { ...photo, result }
}
