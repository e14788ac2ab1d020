/** The small square copies that networks look at: they were trained on whole photos, stretched to a square. */
import { type Box, type Photo, squareOf } from './picture.js'
import { resample } from './resample.js'

/** A square copy of the whole photo, or of a window of it. */
export async function squareCopy(
  photo: Photo,
  size: number,
  window: Box = { left: 0, top: 0, width: photo.width, height: photo.height },
): Promise<Uint8Array> {
  const visible = photo.alpha ? overGrey(photo.colour, photo.alpha) : photo.colour
  return resample(visible, photo, 3, squareOf(size), { window, kernel: 'cubic' })
}

/** A copy of a copy: much cheaper than going back to a large photo, and networks cannot tell the difference. */
export const smallerCopy = (square: Uint8Array, from: number, to: number): Promise<Uint8Array> =>
  resample(square, squareOf(from), 3, squareOf(to), { kernel: 'cubic' })

/** Colours under transparent pixels must not mislead the networks; light and dark subjects both stand out on grey. */
function overGrey(colour: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(colour.length)
  for (let i = 0; i < out.length; i++) out[i] = 128 + ((colour[i]! - 128) * alpha[(i / 3) | 0]!) / 255
  return out
}
