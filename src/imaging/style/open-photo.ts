/** The photo, or the part of it that is asked for, no larger than asked; white under what is transparent. */
import { decodePhoto } from '../codec/decode.js'
import type { ImageLimits, PortraitStyleJob } from '../job.js'
import type { Box } from '../raster/picture.js'
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
  return flatten(cutOut(photo, crop, factor))
}

function cutOut(photo: Photo, crop: Box, factor: number): Photo {
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

/** What is transparent has no colour worth painting. */
function flatten(photo: Photo): Photo {
  const { colour, alpha } = photo
  if (!alpha) return photo
  const flat = new Uint8Array(colour.length)
  for (let i = 0; i < alpha.length; i++) {
    const a = alpha[i]! / 255
    for (let c = i * 3; c < i * 3 + 3; c++) flat[c] = Math.round(colour[c]! * a + 255 * (1 - a))
  }
  return { ...photo, colour: flat }
}
