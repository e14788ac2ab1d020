/** The photo, or the requested part of it, at most as large as requested; white under transparent pixels. */
import { WHITE } from '../../catalog/colour.js'
import { decodePhoto } from '../codec/decode.js'
import type { ImageLimits, PortraitStyleJob } from '../job.js'
import { compositeOnColour } from '../raster/blend.js'
import { type Box, fitWithin, type Photo } from '../raster/picture.js'

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

function cropPhoto(photo: Photo, crop: Box, factor: number): Photo {
  const [left, top] = [Math.round(crop.left * factor), Math.round(crop.top * factor)]
  const [width, height] = [Math.round(crop.width * factor), Math.round(crop.height * factor)]
  const rows = (data: Uint8Array, channels: number): Uint8Array => {
    const out = new Uint8Array(width * height * channels)
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * photo.width + left) * channels
      out.set(data.subarray(from, from + width * channels), y * width * channels)
    }
    return out
  }
  return { width, height, colour: rows(photo.colour, 3), alpha: photo.alpha && rows(photo.alpha, 1) }
}

/** Transparent pixels have no colour worth painting. Alpha itself is kept for the result. */
function flatten(photo: Photo): Photo {
  if (photo.alpha) compositeOnColour({ ...photo, alpha: photo.alpha.slice() }, WHITE)
  return photo
}
