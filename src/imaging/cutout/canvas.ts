/** A canvas of its own size: how large the subject becomes on it, and where it goes. Pure geometry. */
import type { Canvas, Length, Margins } from '../job.js'
import { clamp } from '../raster/clamp.js'
import type { Box, Size } from '../raster/picture.js'
import type { Edge, Subject } from './subject.js'

/** Softness is warned of long before; beyond this nothing is left to see, and the subject stays smaller than asked for. */
export const MAX_ENLARGEMENT = 10

export interface CanvasPlan {
  readonly size: Size
  /** The subject's box, in whole pixels. */
  readonly placed: Box
}

type Room = Readonly<Record<Edge, number>>

export function planCanvas(subject: Subject, canvas: Canvas): CanvasPlan {
  const size = 'ratio' in canvas.size ? sizeFor(subject, canvas, canvas.size.ratio) : canvas.size
  const room = roomOn(size, canvas, subject)
  const scale = Math.min(scaleOn(size, room, subject, canvas), MAX_ENLARGEMENT)
  const box = { width: grown(subject.box.width, scale), height: grown(subject.box.height, scale) }
  return { size, placed: { ...placeFor(box, size, room, subject, canvas), ...box } }
}

const grown = (length: number, scale: number): number => Math.max(1, Math.round(length * scale))

/** The subject keeps the size that it has in the photo, and the canvas fits itself around it. */
function sizeFor(subject: Subject, canvas: Canvas, ratio: number): Size {
  const unit = { width: ratio, height: 1 }
  const scale = scaleOn(unit, roomOn(unit, canvas, subject), subject, canvas)
  return { width: Math.max(1, Math.round(ratio / scale)), height: Math.max(1, Math.round(1 / scale)) }
}

/** Widths of the margins. A subject that stands at the bottom has as much room below it as `fill` leaves at an end. */
function roomOn(size: Size, { margins, align, fill }: Canvas, { cut }: Subject): Room {
  if (margins) return roomOf(margins, size)
  const below = align === 'bottom' && fill ? (size.height * (100 - fill.percent)) / 200 : 0
  // What the photo's edge cuts off must not float above the ground.
  return { top: 0, left: 0, right: 0, bottom: cut.bottom ? 0 : below }
}

const roomOf = ({ top, right, bottom, left }: Margins, { width, height }: Size): Room => ({
  top: inPixels(top, height),
  right: inPixels(right, width),
  bottom: inPixels(bottom, height),
  left: inPixels(left, width),
})

const inPixels = ({ value, unit }: Length, side: number): number => (unit === '%' ? (value * side) / 100 : value)

/** Pixels of the canvas for one of the photo. Margins of more than the canvas leave a hundredth of it. */
function scaleOn({ width, height }: Size, room: Room, { box, area }: Subject, { fill }: Canvas): number {
  const inner = {
    width: Math.max(width / 100, width - room.left - room.right),
    height: Math.max(height / 100, height - room.top - room.bottom),
  }
  const within = (share: number): number => share * Math.min(width / box.width, height / box.height)
  const largest = Math.min(inner.width / box.width, inner.height / box.height)
  if (!fill) return largest
  const share = fill.percent / 100
  if (fill.by === 'side') return Math.min(largest, within(share))
  // As much area as a disc of this diameter has: thin things become longer and square ones smaller, and all look alike.
  const disc = (Math.PI / 4) * (share * Math.min(width, height)) ** 2
  return Math.min(largest, within((1 + share) / 2), Math.sqrt(disc / area))
}

function placeFor(
  box: Size,
  { width, height }: Size,
  room: Room,
  { centre }: Subject,
  { align }: Canvas,
): Pick<Box, 'left' | 'top'> {
  const free = { x: width - room.left - room.right - box.width, y: height - room.top - room.bottom - box.height }
  const at = (x: number, y: number) => ({ left: Math.round(room.left + x), top: Math.round(room.top + y) })
  if (align === 'bottom') return at(free.x / 2, free.y)
  if (align !== 'optical') return at((free.x * align.xPercent) / 100, (free.y * align.yPercent) / 100)
  const balanced = (space: number, length: number, share: number): number =>
    clamp((space + length) / 2 - share * length, 0, Math.max(0, space))
  return at(balanced(free.x, box.width, centre.x), balanced(free.y, box.height, centre.y))
}
