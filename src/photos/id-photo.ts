/** Options of an ID photo → the job, and the sheet to print. */
import { defaultBackground, type IdPhotoSpec } from '../catalog/id-photo-formats.js'
import type { SheetName } from '../catalog/print-sheets.js'
import type { IdPhotoJob } from '../imaging/job.js'
import { idPhotoColour } from '../parameters/colours.js'
import type { CustomField } from '../parameters/custom-size.js'
import { formatById, formatOf, refuseTooSmall, sheet as sheetReader } from '../parameters/id-photo.js'
import { type NameOf, readOption } from './option-names.js'

/** As given: texts of the command line, values of the library. */
export type IdPhotoOptions = Readonly<Partial<Record<CustomField | 'spec' | 'background' | 'sheet', unknown>>>

type Name = NameOf<keyof IdPhotoOptions>

/** With the sheet beside the job: it is made of the finished photo. */
export function idPhotoJob(options: IdPhotoOptions, nameOf: Name): { job: IdPhotoJob; sheet: SheetName | undefined } {
  const { spec: id, background, sheet: paper, ...size } = options
  const spec = formatOf({ ...size, spec: readOption(formatById(), id, nameOf('spec')) }, nameOf)
  const sheet = readOption(sheetReader, paper, nameOf('sheet'))
  if (sheet) refuseTooSmall(sheet, spec, nameOf('sheet'))
  const colour = readOption(idPhotoColour(), background, nameOf('background')) ?? defaultBackground(spec)
  return { job: { kind: 'id-photo', spec, background: colour }, sheet }
}

/** Copies of the finished photo on paper. The image library is loaded on demand. */
export async function sheetOfPhotos(jpeg: Buffer, spec: IdPhotoSpec, name: SheetName): Promise<Buffer> {
  return (await import('../imaging/id-photo/print-sheet.js')).drawSheet(jpeg, spec, name)
}
