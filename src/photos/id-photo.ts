/** Options of an ID photo → the job. */
import { defaultBackground } from '../catalog/id-photo-formats.js'
import type { IdPhotoJob, PrintSheet } from '../imaging/job.js'
import { idPhotoColour } from '../parameters/colours.js'
import type { CustomField } from '../parameters/custom-size.js'
import { formatById, type Given, purpose as purposeReader, wantedPhoto } from '../parameters/id-photo.js'
import { SHEET_FIELDS, type SheetField, type SheetGiven, sheetReaders } from '../parameters/print-sheet.js'
import { type NameOf, readOption } from './option-names.js'

/** As given: texts of the command line, values of the library. */
export type IdPhotoOptions = Readonly<
  Partial<Record<CustomField | SheetField | 'spec' | 'background' | 'purpose', unknown>>
>

export function idPhotoJob(options: IdPhotoOptions, nameOf: NameOf<keyof IdPhotoOptions>): IdPhotoJob {
  const { spec: id, background, purpose, ...size } = options
  const readers = sheetReaders(formatById())
  const ofSheet = SHEET_FIELDS.map((field) => [field, readOption<unknown>(readers[field], size[field], nameOf(field))])
  const given: Given = {
    ...(size as Partial<Record<CustomField, unknown>>),
    ...(Object.fromEntries(ofSheet) as SheetGiven),
    spec: readOption(formatById(), id, nameOf('spec')),
    purpose: readOption(purposeReader, purpose, nameOf('purpose')),
  }
  const wanted = wantedPhoto(given, nameOf)
  const colour = readOption(idPhotoColour(), background, nameOf('background')) ?? defaultBackground(wanted.spec)
  return { kind: 'id-photo', ...wanted, background: colour }
}

/** How many photos are on its sheets. */
export const photosIn = ({ photos }: Pick<PrintSheet, 'photos'>): number =>
  photos.reduce((sum, { copies }) => sum + copies, 0)

/** A sheet of one format from the finished photo. The image library is loaded on demand. */
export async function sheetOfPhoto(jpeg: Buffer, sheet: PrintSheet): Promise<Buffer> {
  return (await import('../imaging/id-photo/sheet-of-photo.js')).sheetOfPhoto(jpeg, sheet)
}
