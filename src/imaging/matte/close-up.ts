/** Where to look at a subject from near: a goat on a hillside covers a few cells of a network's grid, cropped it fills it. */
import { areaOf, type Region } from '../detect/boxes.js'
import type { Box, Size } from '../raster/picture.js'

// Networks need to see some surroundings.
const MARGIN = 0.15
// A window of nearly the whole photo would only repeat the first result.
const MAX_WINDOW_SHARE = 0.7

export interface CloseUp {
  /** In pixels of the photo. */
  readonly window: Box
  /** From shares of the window to shares of the photo. */
  toPhoto(box: Region): Region
}

/** The square around the subject, as far as the photo reaches; undefined when the subject fills the photo anyway. */
export function closeUpOf(subject: Region, photo: Size): CloseUp | undefined {
  const across = (subject.right - subject.left) * photo.width
  const down = (subject.bottom - subject.top) * photo.height
  const reach = Math.max(across, down) * (0.5 + MARGIN)
  const middleX = ((subject.left + subject.right) / 2) * photo.width
  const middleY = ((subject.top + subject.bottom) / 2) * photo.height
  const left = Math.max(0, Math.floor(middleX - reach))
  const top = Math.max(0, Math.floor(middleY - reach))
  const width = Math.min(photo.width, Math.ceil(middleX + reach)) - left
  const height = Math.min(photo.height, Math.ceil(middleY + reach)) - top
  const share = { left: 0, top: 0, right: width / photo.width, bottom: height / photo.height }
  if (areaOf(share) > MAX_WINDOW_SHARE) return undefined
  return {
    window: { left, top, width, height },
    toPhoto: (box) => ({
      left: (left + box.left * width) / photo.width,
      top: (top + box.top * height) / photo.height,
      right: (left + box.right * width) / photo.width,
      bottom: (top + box.bottom * height) / photo.height,
    }),
  }
}
