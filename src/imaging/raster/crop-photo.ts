/** A part of a photo, given in pixels of the whole before it was scaled by the factor. */
import type { Box, Photo } from './picture.js'

export function cropPhoto(photo: Photo, crop: Box, factor = 1): Photo {
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
