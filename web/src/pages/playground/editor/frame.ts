/** Which part of the picture is shown: all of it, or the subject with a margin. Pixels of the cut-out. */
import { backgroundOf, type Edit } from './edit.js'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Fainter pixels do not count as subject. */
const FAINT = 12

/** The smallest box around everything visible; `data` as in ImageData. */
export function subjectBox(data: Uint8ClampedArray, { width, height }: Size): Box | undefined {
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < FAINT) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top < 0) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Scales up a box found on a smaller picture, and widens it by one of that picture's pixels on all sides. */
export function enlarged(box: Box, found: Size, full: Size): Box {
  const [x, y] = [full.width / found.width, full.height / found.height]
  const left = Math.max(0, Math.floor((box.left - 1) * x))
  const top = Math.max(0, Math.floor((box.top - 1) * y))
  const right = Math.min(full.width, Math.ceil((box.left + box.width + 1) * x))
  const bottom = Math.min(full.height, Math.ceil((box.top + box.height + 1) * y))
  return { left, top, width: right - left, height: bottom - top }
}

/** A subject this close to the photo's border is cut off by it: a margin there would show the cut. */
const TOUCHING = 0.005

/** The margin may extend beyond the photo, unless the photo's own background is shown there. */
export function frameOf(full: Size, subject: Box | undefined, edit: Edit): Box {
  if (!edit.crop || !subject) return { left: 0, top: 0, ...full }
  const { left, top, width, height } = subject
  const margin = Math.round((Math.max(width, height) * edit.margin) / 100)
  const beside = (gap: number, side: number): number => (gap <= side * TOUCHING ? 0 : margin)
  const before = beside(left, full.width)
  const above = beside(top, full.height)
  const wide: Box = {
    left: left - before,
    top: top - above,
    width: before + width + beside(full.width - left - width, full.width),
    height: above + height + beside(full.height - top - height, full.height),
  }
  return backgroundOf(edit) === 'blur' ? within(wide, full) : wide
}

function within({ left, top, width, height }: Box, full: Size): Box {
  const [x, y] = [Math.max(0, left), Math.max(0, top)]
  return {
    left: x,
    top: y,
    width: Math.min(full.width, left + width) - x,
    height: Math.min(full.height, top + height) - y,
  }
}

/** The largest canvas that every browser can draw, phones included. */
const MOST_PIXELS = 4096 * 4096

export const scaleFor = ({ width, height }: Size, maxSide: number): number =>
  Math.min(1, maxSide / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)))
