/** Photos on sheets of paper, as a PDF: to the exact millimetre, with lines that no printer blurs. */
import { channelsOf } from '../../catalog/colour.js'
import { MM_PER_INCH } from '../../catalog/print-sheets.js'
import type { PrintSheet } from '../job.js'
import { rawPicture } from '../raster/resample.js'
import type { Render } from './fit-file-limits.js'
import { withDensity } from './jpeg-segments.js'
import { type PdfImage, pt, writePdf } from './pdf.js'
import { pagesOf } from './print-sheet.js'
import { CUT_LINE, type Cut, cutsOf, type Page, type Place } from './sheet-layout.js'

const QUALITY = 95

/** `renders`: each of the sheet's photos at any size. */
export async function writeSheetPdf(sheet: PrintSheet, renders: readonly Render[]): Promise<Buffer> {
  const { paper, photos, dpi } = sheet
  const images = await Promise.all(
    photos.map(async ({ spec }, i): Promise<PdfImage> => {
      const size = { width: spec.width_px, height: spec.height_px }
      const picture = rawPicture(await renders[i]!(size), size, 3)
      const jpeg = await picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
      return { ...size, jpeg: withDensity(jpeg, dpi) }
    }),
  )
  const pages = pagesOf(sheet).map((page) => contentOf(sheet, page))
  return writePdf({ width: points(paper.width_mm), height: points(paper.height_mm), images, pages })
}

const points = (mm: number): number => (mm / MM_PER_INCH) * 72

/** The lines first: photos cover them. */
function contentOf(sheet: PrintSheet, page: Page): string {
  const { height_mm } = sheet.paper
  const grey = channelsOf(CUT_LINE.colour).map((channel) => pt(channel / 255))
  return [
    `${grey.join(' ')} RG ${pt(points(CUT_LINE.width_mm))} w`,
    ...cutsOf(sheet, page).map((cut) => lineOf(cut, height_mm)),
    'S',
    ...page.flat().map((place) => imageOf(place, height_mm)),
  ].join('\n')
}

function lineOf({ axis, at, side, from, to }: Cut, paperHeight: number): string {
  const where = at + (side * CUT_LINE.width_mm) / 2
  const [a, b] =
    axis === 'x'
      ? [
          [where, from],
          [where, to],
        ]
      : [
          [from, where],
          [to, where],
        ]
  const point = ([x, y]: readonly number[]): string => `${pt(points(x!))} ${pt(points(paperHeight - y!))}`
  return `${point(a!)} m ${point(b!)} l`
}

/** The matrix takes the unit square to the place on the page. */
function imageOf({ photo, left, top, width, height, turned }: Place, paperHeight: number): string {
  const [w, h, x, y] = [width, height, left, paperHeight - top - height].map(points) as [number, number, number, number]
  const matrix = turned ? [0, -h, w, 0, x, y + h] : [w, 0, 0, h, x, y]
  return `q ${matrix.map(pt).join(' ')} cm /Im${photo} Do Q`
}
