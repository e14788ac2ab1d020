/** Sheets of paper laid on each other: each throws a soft shadow on what lies below and shows a bright cut edge. */
import { PICTURE_PADDING } from '../../kernels/blend.js'
import { bytesAt, floatsAt, reserve, SIMD_PADDING } from '../../kernels/memory.js'
import { cutEdges, laySheetOn } from '../../kernels/paper-cut.js'
import { blurInPlace, largestOf } from '../../raster/blur.js'
import type { Box, Size } from '../../raster/picture.js'
import type { Canvas, Rgb } from '../canvas.js'
import type { Cover } from '../cover.js'
import type { Scene } from '../scene.js'

export interface SheetLook {
  /** How far the sheet lies above the one below, in pixels of a picture of one megapixel. */
  readonly lift: number
  readonly shadow: number
}

/** Edges that are cut less roundly than this, in pixels, are laid as they are. */
const STRAIGHT = 0.3

/** What a sheet is cut to: it lies within the box, and draws itself on a plane of a part of the picture around that. */
export interface SheetShape {
  readonly box: Box
  draw(plane: Float32Array, part: Box): void
}

export const shapeOf = (cover: Cover): SheetShape => ({
  box: cover,
  draw: (plane, part) => {
    for (let y = 0; y < cover.height; y++) {
      const row = cover.share.subarray(y * cover.width, (y + 1) * cover.width)
      plane.set(row, (y + cover.top - part.top) * part.width + cover.left - part.left)
    }
  },
})

/** `roundness`: how far scissors round its edges off, in pixels: small notches and spikes are gone. */
export function laySheet(
  canvas: Canvas,
  { unit }: Scene,
  { box, draw }: SheetShape,
  [red, green, blue]: Rgb,
  { lift: height, shadow }: SheetLook,
  roundness = 0,
): void {
  const lift = Math.max(1, height * unit)
  const part = withMargin(box, Math.ceil(3 * lift + 3 * roundness), canvas)
  const area = part.width * part.height
  const isRound = roundness >= STRAIGHT
  const rounding = blurInPlace(part.width, part.height, isRound ? roundness : STRAIGHT)
  const shading = blurInPlace(part.width, part.height, Math.max(0.6, lift * 0.8))
  const rows = canvas.colour.subarray(part.top * canvas.width * 3, (part.top + part.height) * canvas.width * 3)
  const at = reserve({
    picture: rows.length + PICTURE_PADDING,
    sheet: area * 4 + SIMD_PADDING,
    shade: area * 4,
    ...largestOf(rounding.bytes, shading.bytes),
  })
  draw(floatsAt(at.sheet, area).fill(0), part)
  if (isRound) {
    rounding.run(at.sheet, at)
    // The edge stays one pixel soft, whatever the blur.
    cutEdges(at.sheet, area, Math.min(0.3, 0.4 / Math.max(1, roundness)))
  }
  floatsAt(at.shade, area).set(floatsAt(at.sheet, area))
  shading.run(at.shade, at)
  bytesAt(at.picture, rows.length).set(rows)
  const [right, down, rim] = [Math.round(lift * 0.55), Math.round(lift), Math.max(1, Math.round(unit))]
  laySheetOn(
    at.picture + part.left * 3,
    canvas.width,
    at.sheet,
    at.shade,
    part.width,
    part.height,
    right,
    down,
    rim,
    shadow,
    red,
    green,
    blue,
  )
  rows.set(bytesAt(at.picture, rows.length))
}

function withMargin({ left, top, width, height }: Box, margin: number, size: Size): Box {
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  return {
    left: x,
    top: y,
    width: Math.min(size.width, left + width + margin) - x,
    height: Math.min(size.height, top + height + margin) - y,
  }
}
