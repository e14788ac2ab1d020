/** A window of a photo as a photo of its own, which knows where it was taken from. */
import type { Box, Photo, Size } from './picture.js'

export interface View {
  readonly photo: Photo
  /** In pixels of the whole photo. */
  readonly at: Box
}

export const wholeView = (photo: Photo): View => ({
  photo,
  at: { left: 0, top: 0, width: photo.width, height: photo.height },
})

/** A part of a view; `window` is in pixels of that view. */
export function closerView({ photo, at }: View, window: Box): View {
  const { left, top, width, height } = window
  const { colour, alpha } = photo
  return {
    photo: {
      width,
      height,
      colour: cropped(colour, photo.width, window, 3),
      alpha: alpha && cropped(alpha, photo.width, window, 1),
    },
    at: { left: at.left + left, top: at.top + top, width, height },
  }
}

function cropped(plane: Uint8Array, columns: number, { left, top, width, height }: Box, channels: number): Uint8Array {
  const out = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * columns + left) * channels
    out.set(plane.subarray(from, from + width * channels), y * width * channels)
  }
  return out
}

/** Copies a view's colours back to where they were taken from. */
export function putBack({ photo: { colour }, at }: View, whole: Photo): void {
  if (colour === whole.colour) return
  for (let y = 0; y < at.height; y++) {
    const row = colour.subarray(y * at.width * 3, (y + 1) * at.width * 3)
    whole.colour.set(row, ((at.top + y) * whole.width + at.left) * 3)
  }
}

/** A view's alpha at the size of the whole photo: nothing lies outside the view. */
export function alphaOfWhole(alpha: Uint8Array, at: Box, whole: Size): Uint8Array {
  if (at.width === whole.width && at.height === whole.height) return alpha
  const out = new Uint8Array(whole.width * whole.height)
  for (let y = 0; y < at.height; y++) {
    out.set(alpha.subarray(y * at.width, (y + 1) * at.width), (at.top + y) * whole.width + at.left)
  }
  return out
}
