/** The photo, or the requested part of it, at most as large as requested; white under transparent pixels. */
import { decodePhoto } from '../codec/decode.js'
import type { ImageLimits, PortraitStyleJob } from '../job.js'
import { compositeOnWhite } from '../raster/blend.js'
import { cropPhoto } from '../raster/crop-photo.js'
import { fitWithin, type Photo } from '../raster/picture.js'

export async function openPhoto(
  file: string,
  { crop, maxSide }: Pick<PortraitStyleJob, 'crop' | 'maxSide'>,
  limits: ImageLimits,
): Promise<Photo> {
  if (!crop) return flatten(await decodePhoto(file, limits, (full) => fitWithin(full, maxSide)))
  const factor = fitWithin(crop, maxSide).height / crop.height
  const photo = await decodePhoto(file, limits, ({ width, height }) => ({
    width: Math.round(width * factor),
    height: Math.round(height * factor),
  }))
  return flatten(cropPhoto(photo, crop, factor))
}

/** Transparent pixels have no colour worth painting. Alpha itself is kept for the result. */
function flatten(photo: Photo): Photo {
  if (photo.alpha) compositeOnWhite({ ...photo, alpha: photo.alpha.slice() })
  return photo
}
