/** The file that is handed over: the photo itself or a sheet of copies, and of either a small one with a watermark. */
import sharp from 'sharp'
import { SHEET_DPI, SHEETS } from '../../catalog/print-sheets.js'
import { seedOf } from '../codec/seed.js'
import type { IdPhotoJob } from '../job.js'
import { previewOf } from '../raster/preview.js'
import { rawPicture } from '../raster/resample.js'
import { type EncodedPhoto, encodeIdPhoto, type Render } from './fit-file-limits.js'
import { withDensity } from './jpeg-segments.js'
import { drawSheet } from './print-sheet.js'

const PREVIEW_QUALITY = 85

/** `input`: the file of the photo. */
export async function encodeDelivery(
  render: Render,
  { spec, sheet, preview }: IdPhotoJob,
  input: string,
): Promise<EncodedPhoto> {
  if (sheet === undefined) {
    const photo = await encodeIdPhoto(render, spec)
    return preview ? toPreview(photo, spec.dpi, input) : photo
  }
  // Limits on the file are for uploads; on paper they would only cost quality.
  const photo = await encodeIdPhoto(render, { ...spec, min_kb: null, max_kb: null })
  const drawn = { ...SHEETS[sheet], jpeg: await drawSheet(photo.jpeg, spec, sheet) }
  return preview ? toPreview(drawn, SHEET_DPI, input) : drawn
}

async function toPreview({ jpeg, ...full }: EncodedPhoto, dpi: number, input: string): Promise<EncodedPhoto> {
  const { colour, width, height } = await previewOf(sharp(jpeg), full, await seedOf(input))
  const small = await rawPicture(colour, { width, height }, 3).jpeg({ quality: PREVIEW_QUALITY }).toBuffer()
  return { width, height, jpeg: withDensity(small, Math.max(1, Math.round((dpi * width) / full.width))) }
}
