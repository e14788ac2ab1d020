/** The small square copies that networks look at: they were trained on whole photos, stretched to a square. */
import { type Box, type Photo, squareOf } from './picture.js'
import { resample } from './resample.js'

/** Light and dark things both stand out on it. */
const GREY = 128

/** A square copy of the whole photo, or of a window of it. */
export async function squareCopy(
  photo: Photo,
  size: number,
  window: Box = { left: 0, top: 0, width: photo.width, height: photo.height },
): Promise<Uint8Array> {
  const visible = photo.alpha ? overGrey(photo.colour, photo.alpha) : photo.colour
  return resample(visible, photo, 3, squareOf(size), { window, kernel: 'cubic' })
}

/** A square part of a photo, in its pixels; it may reach beyond the photo. */
export interface SquareWindow {
  readonly left: number
  readonly top: number
  readonly side: number
}

/** The same at true proportions: what lies beyond the photo is grey. */
export async function trueCopy(photo: Photo, size: number, { left, top, side }: SquareWindow): Promise<Uint8Array> {
  const visible = photo.alpha ? overGrey(photo.colour, photo.alpha) : photo.colour
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)]
  const part = {
    left: x0,
    top: y0,
    width: Math.min(photo.width, left + side) - x0,
    height: Math.min(photo.height, top + side) - y0,
  }
  const scaled = (length: number): number => Math.round((length * size) / side)
  const at = { x: scaled(x0 - left), y: scaled(y0 - top) }
  const inner = {
    width: Math.max(1, scaled(x0 - left + part.width) - at.x),
    height: Math.max(1, scaled(y0 - top + part.height) - at.y),
  }
  const pixels = await resample(visible, photo, 3, inner, { window: part, kernel: 'cubic' })
  const copy = new Uint8Array(size * size * 3).fill(GREY)
  for (let y = 0; y < inner.height; y++) {
    copy.set(pixels.subarray(y * inner.width * 3, (y + 1) * inner.width * 3), ((at.y + y) * size + at.x) * 3)
  }
  return copy
}

/** A copy of a copy: much cheaper than going back to a large photo, and networks cannot tell the difference. */
export const smallerCopy = (square: Uint8Array, from: number, to: number): Promise<Uint8Array> =>
  resample(square, squareOf(from), 3, squareOf(to), { kernel: 'cubic' })

/** Colours under transparent pixels must not mislead the networks. */
function overGrey(colour: Uint8Array, alpha: Uint8Array): Uint8Array {
  const out = new Uint8Array(colour.length)
  for (let i = 0; i < out.length; i++) out[i] = GREY + ((colour[i]! - GREY) * alpha[(i / 3) | 0]!) / 255
  return out
}
