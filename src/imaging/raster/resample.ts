/** The one place that hands pixels in memory to sharp. */
import sharp, { type Sharp } from 'sharp'
import type { Box, Size } from './picture.js'

/** No limit here: the number of pixels was checked when the file was opened. */
export const rawPicture = (pixels: Uint8Array, { width, height }: Size, channels: 1 | 3 | 4): Sharp =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })

export interface ResampleOptions {
  /** Only this part of the picture. */
  readonly window?: Box
  /** Default: cubic for a single plane, where Lanczos would ring visibly at edges; Lanczos for colours. */
  readonly kernel?: 'linear' | 'cubic' | 'lanczos3'
}

/** A plane or an RGB picture at another size, stretched where the aspect ratios differ. */
export async function resample(
  pixels: Uint8Array,
  from: Size,
  channels: 1 | 3,
  { width, height }: Size,
  { window, kernel = channels === 1 ? 'cubic' : 'lanczos3' }: ResampleOptions = {},
): Promise<Uint8Array> {
  if (!window && from.width === width && from.height === height) return pixels
  const picture = rawPicture(pixels, from, channels)
  const part = window ? picture.extract(window) : picture
  const resized = part.resize(width, height, { fit: 'fill', kernel })
  const { buffer, byteOffset, length } = await (channels === 1 ? resized.toColourspace('b-w') : resized)
    .raw()
    .toBuffer()
  // No Buffer: what `slice` makes of one is no copy.
  return new Uint8Array(buffer, byteOffset, length)
}
