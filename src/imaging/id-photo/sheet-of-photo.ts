/** A sheet from the file of a finished photo, which is all that a server hands over. */
import sharp from 'sharp'
import type { PrintSheet } from '../job.js'
import type { Size } from '../raster/picture.js'
import { drawSheet } from './print-sheet.js'
import { writeSheetPdf } from './sheet-pdf.js'

export async function sheetOfPhoto(file: Buffer, sheet: PrintSheet): Promise<Buffer> {
  const render = ({ width, height }: Size): Promise<Buffer> =>
    sharp(file).resize(width, height, { fit: 'fill' }).raw().toBuffer()
  return sheet.format === 'pdf' ? writeSheetPdf(sheet, [render]) : (await drawSheet(sheet, [render])).jpeg
}
