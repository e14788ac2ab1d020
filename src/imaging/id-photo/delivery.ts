/** The files that are handed over: the photo, a sheet, or both; of either a small one with a watermark. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { pixelsAt } from '../../catalog/print-sheets.js'
import { seedOf } from '../codec/seed.js'
import type { IdPhotoJob, IdPhotoOutcome, JobFiles, PrintSheet } from '../job.js'
import { previewOf } from '../raster/preview.js'
import { rawPicture } from '../raster/resample.js'
import type { ByFormat } from './every-format.js'
import { type EncodedPhoto, encodeIdPhoto, type Render } from './fit-file-limits.js'
import { withDensity } from './jpeg-segments.js'
import { drawSheet, sheetSize } from './print-sheet.js'
import { writeSheetPdf } from './sheet-pdf.js'
import { MAX_SCALE } from './size.js'

/** A photo in one format, ready to be drawn. */
export interface Drawable {
  /** With the pixels that the photo is good for. */
  readonly spec: IdPhotoJob['spec']
  readonly render: Render
  /** Pixels of the result per pixel of the photo, at that size. */
  readonly scale: number
}

type Facts = Pick<IdPhotoOutcome, 'width' | 'height' | 'contentType' | 'extension'>
type Delivered = Facts & { readonly file: Buffer }

const PREVIEW_QUALITY = 85
/** More would only be thrown away again. */
const PREVIEW_DPI = 300

/** Writes the files, and tells about `output`. */
export async function deliver(
  photos: ByFormat<Drawable>,
  job: IdPhotoJob,
  { input, output, sheet }: Pick<JobFiles, 'input' | 'output' | 'sheet'>,
): Promise<Facts & Pick<IdPhotoOutcome, 'bytes'>> {
  const printed = job.sheet && (await deliverSheet(photos, job.sheet, job.preview === true, input))
  if (printed && sheet !== undefined) await writeFile(sheet, printed.file)
  const photo = printed && sheet === undefined ? printed : await deliverPhoto(photos(job.spec), job, input)
  await writeFile(output, photo.file)
  const { file, ...facts } = photo
  return { ...facts, bytes: file.length }
}

async function deliverPhoto(photo: Drawable, job: IdPhotoJob, input: string): Promise<Delivered> {
  const spec = finestOf(job, photo)
  const encoded = await encodeIdPhoto(photo.render, spec)
  return asJpeg(job.preview ? await toPreview(encoded, spec.dpi, input) : encoded)
}

async function deliverSheet(
  photos: ByFormat<Drawable>,
  sheet: PrintSheet,
  preview: boolean,
  input: string,
): Promise<Delivered> {
  const renders = sheet.photos.map(({ spec }) => photos(spec).render)
  if (preview)
    return asJpeg(await toPreview(await drawSheet({ ...sheet, dpi: PREVIEW_DPI }, renders), PREVIEW_DPI, input))
  if (sheet.format === 'jpg') return asJpeg(await drawSheet(sheet, renders))
  const file = await writeSheetPdf(sheet, renders)
  return { ...sheetSize(sheet), file, contentType: 'application/pdf', extension: 'pdf' }
}

const asJpeg = ({ jpeg, ...size }: EncodedPhoto): Delivered => ({
  ...size,
  file: jpeg,
  contentType: 'image/jpeg',
  extension: 'jpg',
})

/** The format with as many pixels more as the photo is good for. */
function finestOf({ finestDpi }: IdPhotoJob, { spec, scale }: Drawable): IdPhotoJob['spec'] {
  if (finestDpi === undefined) return spec
  const dpi = Math.min(finestDpi, Math.floor((spec.dpi * MAX_SCALE) / scale))
  if (dpi <= spec.dpi) return spec
  return { ...spec, width_px: pixelsAt(dpi, spec.width_mm), height_px: pixelsAt(dpi, spec.height_mm), dpi }
}

async function toPreview({ jpeg, ...full }: EncodedPhoto, dpi: number, input: string): Promise<EncodedPhoto> {
  const { colour, width, height } = await previewOf(sharp(jpeg), full, await seedOf(input))
  const small = await rawPicture(colour, { width, height }, 3).jpeg({ quality: PREVIEW_QUALITY }).toBuffer()
  return { width, height, jpeg: withDensity(small, Math.max(1, Math.round((dpi * width) / full.width))) }
}
