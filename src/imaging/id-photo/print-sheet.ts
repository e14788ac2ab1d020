/** Copies of one photo on a sheet of paper at 300 dpi: as many as fit, with gaps for the scissors. */
import sharp, { type OverlayOptions } from 'sharp'
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { SHEET_DPI, SHEETS, type SheetName } from '../../catalog/print-sheets.js'
import { withDensity } from './jpeg-segments.js'
import { CUT_LINE, cutLines, layOutSheet, printSize } from './sheet-layout.js'

/** The sheet as a JPEG, with grey lines to cut along in the gaps. */
export async function drawSheet(jpeg: Buffer, spec: IdPhotoSpec, name: SheetName): Promise<Buffer> {
  const sheet = SHEETS[name]
  const size = printSize(spec)
  const layout = layOutSheet(sheet, size)
  const resized = sharp(jpeg).resize(size.width, size.height, { fit: 'fill' })
  const input = await sharp(await resized.png().toBuffer())
    .rotate(layout.turned ? 90 : 0)
    .png()
    .toBuffer()
  const { x, y } = cutLines(size, layout)
  const lines = [...x.map((at) => `M${at} 0V${sheet.height}`), ...y.map((at) => `M0 ${at}H${sheet.width}`)]
  const drawnLines = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}">
    <path d="${lines.join('')}" stroke="${CUT_LINE.colour}" stroke-width="${CUT_LINE.width}" fill="none"/></svg>`
  const overlays: OverlayOptions[] = [
    { input: Buffer.from(drawnLines) },
    ...layout.places.map((place) => ({ input, ...place })),
  ]
  const drawn = sharp({ create: { ...sheet, channels: 3, background: '#fff' } }).composite(overlays)
  return withDensity(await drawn.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), SHEET_DPI)
}
