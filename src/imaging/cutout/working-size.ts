/**
 * A small result does not need a large photo: the photo is decoded and cut out at a small multiple of the result's
 * size, which is still enough for the networks and for clean edges.
 */
import type { CutoutJob } from '../job.js'
import type { Size } from '../raster/picture.js'
import { wholePhotoSize } from './layout.js'

/** The longer side that the largest network looks at; below it, the networks would lose detail. */
const MIN_LONG_SIDE = 1024
/** A copy that is only slightly smaller than the photo is not worth resampling for. */
const MAX_PIXEL_SHARE = 0.5

export interface WorkingSize extends Size {
  /** The size of the result; undefined where it is not known before the subject is found. */
  readonly result?: Size
}

export function workingSize(photo: Size, job: CutoutJob): WorkingSize {
  const result = wholePhotoSize(photo, job)
  if (!result) return photo
  const factor = Math.max(1, Math.ceil(MIN_LONG_SIDE / Math.max(result.width, result.height)))
  const [width, height] = [result.width * factor, result.height * factor]
  return width * height < photo.width * photo.height * MAX_PIXEL_SHARE
    ? { width, height, result }
    : { ...photo, result }
}
