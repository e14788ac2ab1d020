/** Pixels in memory, handed to sharp: the one place that knows how. */
import sharp, { type Sharp } from 'sharp'
import type { Box, Size } from './picture.js'

/** Limits on the number of pixels were checked when the file was opened. */
export const rawPicture = (pixels: Uint8Array, { width, height }: Size, channels: 1 | 3 | 4): Sharp =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })

export interface ResampleOptions {
  /** Only this part of the picture. */
  readonly window?: Box
  /** Left out: cubic for a single plane, which may not ring at its edges; Lanczos for colours, which may. */
  readonly kernel?: 'cubic' | 'lanczos3'
}

/** A plane or an RGB picture in another size, stretched where the shapes differ. */
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
  return (channels === 1 ? resized.extractChannel(0) : resized).raw().toBuffer()
}
