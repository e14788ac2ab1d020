/** How many copies of a photo fit on a sheet of paper, and where. Arithmetic only: the web page imports it, too. */
import { SHEET_DPI, SHEETS, type SheetName } from '../../catalog/print-sheets.js'
import type { Size } from '../raster/picture.js'

export interface SheetLayout {
  readonly columns: number
  readonly rows: number
  /** Photos are rotated by 90 degrees. */
  readonly turned: boolean
  /** Upper left corners. */
  readonly places: readonly { readonly left: number; readonly top: number }[]
}

export interface CutLines {
  /** Middles of the lines, along the width and along the height of the sheet. */
  readonly x: readonly number[]
  readonly y: readonly number[]
}

const MARGIN = 35 // 3 mm
const GAP = 24 // 2 mm
export const CUT_LINE = { colour: '#c8c8c8', width: 2 } as const

/** The photo's size on paper in pixels, whatever the density of the file. */
export const printSize = ({ width_mm, height_mm }: { width_mm: number; height_mm: number }): Size => ({
  width: Math.round((width_mm / 25.4) * SHEET_DPI),
  height: Math.round((height_mm / 25.4) * SHEET_DPI),
})

export function layOutSheet(sheet: Size, photo: Size): SheetLayout {
  const upright = fill(sheet, photo)
  const turned = fill(sheet, turnedBy90(photo))
  return turned.places.length > upright.places.length ? { ...turned, turned: true } : { ...upright, turned: false }
}

/** How many copies of a photo of this printed size a sheet holds; 0: it does not fit. */
export const copiesOn = (sheet: SheetName, photo: { width_mm: number; height_mm: number }): number =>
  layOutSheet(SHEETS[sheet], printSize(photo)).places.length

export const turnedBy90 = ({ width, height }: Size): Size => ({ width: height, height: width })

function fill(sheet: Size, photo: Size) {
  const countAlong = (length: number, side: number): number =>
    Math.max(0, Math.floor((length - 2 * MARGIN + GAP) / (side + GAP)))
  const start = (length: number, side: number, count: number): number =>
    Math.round((length - count * side - (count - 1) * GAP) / 2)
  const columns = countAlong(sheet.width, photo.width)
  const rows = countAlong(sheet.height, photo.height)
  const [left, top] = [start(sheet.width, photo.width, columns), start(sheet.height, photo.height, rows)]
  const places = Array.from({ length: columns * rows }, (_, i) => ({
    left: left + (i % columns) * (photo.width + GAP),
    top: top + Math.floor(i / columns) * (photo.height + GAP),
  }))
  return { columns, rows, places }
}

/** In the gaps, right along the photos: cut along them, each photo has its exact size, whatever its background. */
export function cutLines(photo: Size, { places, turned }: Pick<SheetLayout, 'places' | 'turned'>): CutLines {
  const { width, height } = turned ? turnedBy90(photo) : photo
  const around = (starts: readonly number[], side: number): number[] => [
    ...new Set(starts.flatMap((start) => [start - CUT_LINE.width / 2, start + side + CUT_LINE.width / 2])),
  ]
  return {
    x: around(
      places.map(({ left }) => left),
      width,
    ),
    y: around(
      places.map(({ top }) => top),
      height,
    ),
  }
}
