/** Photos on a sheet of paper, as a JPEG. */
import sharp, { type OverlayOptions } from 'sharp'
import { pixelsAt } from '../../catalog/print-sheets.js'
import type { PrintSheet } from '../job.js'
import type { Size } from '../raster/picture.js'
import { rawPicture } from '../raster/resample.js'
import type { EncodedPhoto, Render } from './fit-file-limits.js'
import { withDensity } from './jpeg-segments.js'
import { CUT_LINE, cutsOf, layOutSheet, type Page } from './sheet-layout.js'

/** The paper in pixels. */
export const sheetSize = ({ paper, dpi }: Pick<PrintSheet, 'paper' | 'dpi'>): Size => ({
  width: pixelsAt(dpi, paper.width_mm),
  height: pixelsAt(dpi, paper.height_mm),
})

export const pagesOf = (sheet: PrintSheet): readonly Page[] =>
  layOutSheet(
    sheet,
    sheet.photos.map(({ spec, copies }) => ({ ...spec, copies })),
  )

/** The first page. `renders`: each of the sheet's photos at any size. */
export async function drawSheet(sheet: PrintSheet, renders: readonly Render[]): Promise<EncodedPhoto> {
  const size = sheetSize(sheet)
  const [page = []] = pagesOf(sheet)
  const photos = await Promise.all(renders.map((render, i) => bothWaysRound(render, photoSize(sheet, i))))
  const overlays: OverlayOptions[] = [
    { input: Buffer.from(linesOn(sheet, page, size)) },
    ...page.flat().map(({ photo, turned, left, top }) => ({
      ...photos[photo]![turned ? 'turned' : 'upright'],
      left: pixelsAt(sheet.dpi, left),
      top: pixelsAt(sheet.dpi, top),
    })),
  ]
  const drawn = sharp({ create: { ...size, channels: 3, background: '#fff' } }).composite(overlays)
  const jpeg = await drawn.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return { ...size, jpeg: withDensity(jpeg, sheet.dpi) }
}

/** Photos that touch are rounded up: no white may show between them. */
function photoSize({ photos, gap_mm, dpi }: PrintSheet, index: number): Size {
  const { width_mm, height_mm } = photos[index]!.spec
  const pixels = (mm: number): number => pixelsAt(dpi, mm) + (gap_mm === 0 ? 1 : 0)
  return { width: pixels(width_mm), height: pixels(height_mm) }
}

type Overlay = Pick<OverlayOptions, 'input' | 'raw'>

async function bothWaysRound(render: Render, size: Size): Promise<Record<'upright' | 'turned', Overlay>> {
  const rgb = await render(size)
  const { data, info } = await rawPicture(rgb, size, 3).rotate(90).raw().toBuffer({ resolveWithObject: true })
  const raw = (pixels: Uint8Array, { width, height }: Size): Overlay => ({
    input: Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    raw: { width, height, channels: 3 },
  })
  return { upright: raw(rgb, size), turned: raw(data, info) }
}

function linesOn(sheet: PrintSheet, page: Page, { width, height }: Size): string {
  const thickness = pixelsAt(sheet.dpi, CUT_LINE.width_mm)
  const lines = cutsOf(sheet, page).map(({ axis, at, side, ...span }) => {
    const where = pixelsAt(sheet.dpi, at) + (side * thickness) / 2
    const [from, to] = [pixelsAt(sheet.dpi, span.from), pixelsAt(sheet.dpi, span.to)]
    return axis === 'x' ? `M${where} ${from}V${to}` : `M${from} ${where}H${to}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="${lines.join('')}" stroke="${CUT_LINE.colour}" stroke-width="${thickness}" fill="none"/></svg>`
}
