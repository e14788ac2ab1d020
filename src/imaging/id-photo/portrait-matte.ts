/**
 * The matte resampled in the face frame: upright, at the same scale for every photo, as far as any format can reach.
 * Crown, body and borders can then be measured in plain rows and columns.
 */
import { filled, kernels } from '../kernels/room.js'
import type { Box, Size } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { type FaceFrame, type FacePoint, toFace, toPhoto } from './frame.js'

export interface Matte extends Size {
  /** 0..255. */
  readonly alpha: Uint8Array
}

export interface PortraitMatte extends Size {
  readonly frame: FaceFrame
  /** Pixels of the photo per cell. */
  readonly unit: number
  /** The middle of the first cell. */
  readonly origin: FacePoint
  /** 0..255; 0 beyond the photo. */
  readonly alpha: Uint8Array
  /** 1 inside the photo; where the portrait was turned, inside what it was before. */
  readonly inside: Uint8Array
}

/** From this alpha on, a cell counts as the person. */
export const OPAQUE = 128
/** Cells between eye line and chin: one cell is less than one percent of a head. */
const CELLS_TO_CHIN = 56
/** In face lengths (eyes to chin): no format shows more than this around the eyes. */
const REACH = { side: 3, above: 3.5, below: 5 }

// Faint haze is cleared and nearly solid places become solid, because the result has to look good on any colour.
const BLACK_POINT = 0.05
const WHITE_POINT = 0.95

/** As kernels take them: up to `black` levels are cleared, the rest is stretched. */
export const LEVELS = { black: 255 * BLACK_POINT, stretch: 1 / (WHITE_POINT - BLACK_POINT) }

export const samplePortrait = (matte: Matte, frame: FaceFrame): PortraitMatte =>
  sampleCells(frame, matte, matte, (at) => at, LEVELS)

/** The same portrait in the frame of a photo of this size that is turned by another angle. */
export function turnPortrait(portrait: PortraitMatte, size: Size, frame: FaceFrame): PortraitMatte {
  if (frame.roll === portrait.frame.roll) return portrait
  const toCells = (at: Point): Point => {
    const { u, v } = toFace(portrait.frame, at)
    return { x: columnOf(portrait, u) + 0.5, y: rowOf(portrait, v) + 0.5 }
  }
  return sampleCells(frame, size, portrait, toCells, { black: 0, stretch: 1 })
}

/** Of a plane that `toPlane` leads to from points of a photo of this size. */
function sampleCells(
  frame: FaceFrame,
  size: Size,
  plane: Matte,
  toPlane: (at: Point) => Point,
  { black, stretch }: typeof LEVELS,
): PortraitMatte {
  const unit = frame.chin / CELLS_TO_CHIN
  const { left, top, width, height } = cellsInPhoto(size, frame, unit)
  const origin = { u: left * unit, v: top * unit }
  const alpha = new Uint8Array(width * height)
  const inside = new Uint8Array(width * height)
  const start = toPlane(toPhoto(frame, origin))
  const next = toPlane(toPhoto(frame, { u: origin.u + unit, v: origin.v }))
  kernels.sampleMatte(
    plane.alpha,
    plane.width,
    plane.height,
    start.x,
    start.y,
    next.x - start.x,
    next.y - start.y,
    width,
    height,
    black,
    stretch,
    filled(alpha),
    filled(inside),
  )
  return { frame, width, height, unit, origin, alpha, inside }
}

/** Where cells lie, counted from the eyes: beyond the photo they would hold nothing, and are left out. */
function cellsInPhoto({ width, height }: Size, frame: FaceFrame, unit: number): Box {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => toFace(frame, { x, y })))
  const within = (places: readonly number[], before: number, behind: number): [first: number, count: number] => {
    const cells = places.map((place) => Math.floor(place / unit))
    const first = Math.max(-before * CELLS_TO_CHIN, Math.min(...cells) - 1)
    return [first, Math.min(behind * CELLS_TO_CHIN + 1, Math.max(...cells) + 3) - first]
  }
  const [left, columns] = within(
    corners.map(({ u }) => u),
    REACH.side,
    REACH.side,
  )
  const [top, rows] = within(
    corners.map(({ v }) => v),
    REACH.above,
    REACH.below,
  )
  return { left, top, width: columns, height: rows }
}

export const columnOf = ({ origin, unit }: PortraitMatte, u: number): number => (u - origin.u) / unit
export const rowOf = ({ origin, unit }: PortraitMatte, v: number): number => (v - origin.v) / unit
export const vOf = ({ origin, unit }: PortraitMatte, row: number): number => origin.v + row * unit

/** The cell at a point, 0..255; 0 beyond the cells. */
export function alphaAt(portrait: PortraitMatte, { u, v }: FacePoint): number {
  const column = Math.round(columnOf(portrait, u))
  const row = Math.round(rowOf(portrait, v))
  if (column < 0 || row < 0 || column >= portrait.width || row >= portrait.height) return 0
  return portrait.alpha[row * portrait.width + column]!
}

/** How cells lie under the pixels of a picture: that of the first one, and by how much those of its neighbours differ. */
export interface CellGrid {
  readonly first: readonly [column: number, row: number]
  readonly across: readonly [columns: number, rows: number]
  readonly down: readonly [columns: number, rows: number]
}

/** `toPhotoPoint`, from middles of pixels to points of the photo, has to be linear: three points determine it. */
export function cellsUnder(portrait: PortraitMatte, toPhotoPoint: (at: Point) => Point): CellGrid {
  const cellAt = (x: number, y: number) => {
    const { u, v } = toFace(portrait.frame, toPhotoPoint({ x, y }))
    return [columnOf(portrait, u), rowOf(portrait, v)] as const
  }
  const [first, right, below] = [cellAt(0.5, 0.5), cellAt(1.5, 0.5), cellAt(0.5, 1.5)]
  return {
    first,
    across: [right[0] - first[0], right[1] - first[1]],
    down: [below[0] - first[0], below[1] - first[1]],
  }
}
