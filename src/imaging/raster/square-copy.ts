/** The small square copies of a photo that networks look at: they were trained on whole photos stretched to a square. */
import sharp from 'sharp'
import type { Box, Photo } from './picture.js'

/** Of the whole photo, or of a window of it. */
export async function squareCopy(
  { width, height, colour, alpha }: Photo,
  size: number,
  window: Box = { left: 0, top: 0, width, height },
): Promise<Uint8Array> {
  const visible = alpha ? overGrey(colour, alpha) : colour
  return sharp(visible, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(window)
    .resize(size, size, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** A copy of a copy: much cheaper than going back to a large photo, and no different to the eye of a network. */
export async function smallerCopy(square: Uint8Array, from: number, to: number): Promise<Uint8Array> {
  if (from === to) return square
  return sharp(square, { raw: { width: from, height: from, channels: 3 } })
    .resize(to, to, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** What lies under transparent pixels must not mislead the networks; on grey, light and dark subjects both stand out. */
function overGrey(colour: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(colour.length)
  for (let i = 0; i < out.length; i++) out[i] = 128 + ((colour[i]! - 128) * alpha[(i / 3) | 0]!) / 255
  return out
}
