/** Many copies of one photo on one sheet of paper, at 300 dpi: as many as fit, with room for the scissors. */
import sharp, { type OverlayOptions } from 'sharp'
import type { IdPhotoSpec } from './catalog.js'
import { withDensity } from './jpeg-segments.js'

/** Pixels at 300 dpi, landscape. */
export const SHEETS = {
  '4x6': { width: 1800, height: 1200 },
  '6in': { width: 1795, height: 1205 },
  '5in': { width: 1500, height: 1051 },
  a4: { width: 3508, height: 2480 },
} as const

export type SheetName = keyof typeof SHEETS

export interface Size {
  readonly width: number
  readonly height: number
}

export interface SheetLayout {
  readonly columns: number
  readonly rows: number
  /** Photos lie on their side. */
  readonly turned: boolean
  /** Upper left corners. */
  readonly places: readonly { readonly left: number; readonly top: number }[]
}

const DPI = 300
const MARGIN = 35 // 3 mm
const GAP = 24 // 2 mm
const CUT_LINE = '#c8c8c8'
const LINE_WIDTH = 2

/** The photo's size on paper, whatever its own density. */
export const printSize = ({ width_mm, height_mm }: Pick<IdPhotoSpec, 'width_mm' | 'height_mm'>): Size => ({
  width: Math.round((width_mm / 25.4) * DPI),
  height: Math.round((height_mm / 25.4) * DPI),
})

export function layOutSheet(sheet: Size, photo: Size): SheetLayout {
  const upright = fill(sheet, photo)
  const turned = fill(sheet, { width: photo.height, height: photo.width })
  return turned.places.length > upright.places.length ? { ...turned, turned: true } : { ...upright, turned: false }
}

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

/** The sheet as a JPEG, with grey lines to cut along in the gaps. */
export async function drawSheet(jpeg: Buffer, spec: IdPhotoSpec, name: SheetName): Promise<Buffer> {
  const sheet = SHEETS[name]
  const size = printSize(spec)
  const { places, turned } = layOutSheet(sheet, size)
  const resized = sharp(jpeg).resize(size.width, size.height, { fit: 'fill' })
  const input = await sharp(await resized.png().toBuffer())
    .rotate(turned ? 90 : 0)
    .png()
    .toBuffer()
  const lines = cutLines(sheet, turned ? { width: size.height, height: size.width } : size, places)
  const overlays: OverlayOptions[] = [{ input: Buffer.from(lines) }, ...places.map((place) => ({ input, ...place }))]
  const drawn = sharp({ create: { ...sheet, channels: 3, background: '#fff' } }).composite(overlays)
  return withDensity(await drawn.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), DPI)
}

/** In the gaps, close along every photo: cut there, a photo has its exact size, whatever its background. */
function cutLines(sheet: Size, photo: Size, places: SheetLayout['places']): string {
  const around = (starts: number[], side: number): number[] => [
    ...new Set(starts.flatMap((start) => [start - LINE_WIDTH / 2, start + side + LINE_WIDTH / 2])),
  ]
  const down = around(
    places.map(({ left }) => left),
    photo.width,
  ).map((x) => `M${x} 0V${sheet.height}`)
  const across = around(
    places.map(({ top }) => top),
    photo.height,
  ).map((y) => `M0 ${y}H${sheet.width}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}">
    <path d="${[...down, ...across].join('')}" stroke="${CUT_LINE}" stroke-width="${LINE_WIDTH}" fill="none"/></svg>`
}
