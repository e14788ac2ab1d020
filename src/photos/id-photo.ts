/** Options of an ID photo → the job, and the sheet to print. */
import {
  boundsInWords,
  CUSTOM_FIELDS,
  type CustomField,
  type CustomSize,
  customFormat,
} from '../catalog/custom-format.js'
import { aliasesOf, findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { SHEET_NAMES, type SheetName } from '../catalog/print-sheets.js'
import { searchFormats } from '../catalog/search-formats.js'
import { copiesOn } from '../imaging/id-photo/sheet-layout.js'
import type { IdPhotoJob } from '../imaging/job.js'
import { BadOption, type NameOf, oneOf } from './bad-option.js'

export interface IdPhotoOptions extends CustomSize {
  /** A format of the catalogue, such as `us_passport`; else a size of your own. */
  readonly spec?: string | undefined
  /** `white`, `blue`, …, `#RRGGBB` or `#RGB`; white unless given. */
  readonly background?: string | undefined
  /** Also a sheet of paper with copies to print. */
  readonly sheet?: SheetName | undefined
}

type Name = NameOf<keyof IdPhotoOptions>

const MOST_SUGGESTIONS = 5

/** With the sheet beside the job: it is made of the finished photo. */
export function idPhotoJob(options: IdPhotoOptions, nameOf: Name): { job: IdPhotoJob; sheet: SheetName | undefined } {
  const spec = formatOf(options, nameOf)
  const background = backgroundOf(options.background ?? 'white', nameOf('background'))
  return { job: { kind: 'id-photo', spec, background }, sheet: sheetOf(options, spec, nameOf('sheet')) }
}

/** Copies of the finished photo on paper. The image library is loaded on demand. */
export async function sheetOfPhotos(jpeg: Buffer, spec: IdPhotoSpec, name: SheetName): Promise<Buffer> {
  return (await import('../imaging/id-photo/print-sheet.js')).drawSheet(jpeg, spec, name)
}

/** Of the catalogue, or of the caller's own size: exactly one of them. */
function formatOf(options: IdPhotoOptions, nameOf: Name): IdPhotoSpec {
  const { spec: id } = options
  const own = CUSTOM_FIELDS.find((field) => options[field] !== undefined)
  const name = nameOf('spec')
  if (id !== undefined && own)
    throw new BadOption(`Give either ${name} or a size of your own: ${nameOf(own)} is for the latter`, nameOf(own))
  if (id !== undefined) return specOf(id, name)
  if (!own) {
    const [widthMm, heightMm] = [nameOf('width_mm'), nameOf('height_mm')]
    const [widthPx, heightPx] = [nameOf('width_px'), nameOf('height_px')]
    const sizes = `${widthMm} and ${heightMm}, or ${widthPx} and ${heightPx}`
    throw new BadOption(`${name} is missing; a size of your own is ${sizes}`, name)
  }
  for (const field of CUSTOM_FIELDS) refuseOtherThanNumber(options[field], field, nameOf(field))
  const format = customFormat(options, nameOf)
  if ('problem' in format) throw new BadOption(format.problem, nameOf(own))
  return format
}

function refuseOtherThanNumber(value: unknown, field: CustomField, name: string): void {
  if (value === undefined || typeof value === 'number') return
  throw new BadOption(`${name} must be ${boundsInWords(field)} (got '${value}')`, name)
}

function specOf(id: string, name: string): IdPhotoSpec {
  const spec = findSpec(String(id))
  if (spec) return spec
  const { specs } = idPhotoCatalog()
  const found = searchFormats(
    specs.map((known) => ({ ...known, aliases: aliasesOf(known) })),
    String(id),
  )
  const advice =
    found.length > 0
      ? `Did you mean ${inWords(found.slice(0, MOST_SUGGESTIONS).map(({ id: known, name: title }) => `${known} (${title})`))}?`
      : `Choose one of: ${specs.map((known) => known.id).join(', ')}`
  throw new BadOption(`${name} '${id}' is not known. ${advice}`, name)
}

const inWords = (choices: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(choices)

function backgroundOf(text: string, name: string): IdPhotoJob['background'] {
  const colour = findBackground(String(text))
  if (colour) return colour
  const names = Object.keys(idPhotoCatalog().colors).join(', ')
  throw new BadOption(`${name} must be one of ${names}, or a colour as #RRGGBB or #RGB (got '${text}')`, name)
}

function sheetOf(options: IdPhotoOptions, spec: IdPhotoSpec, name: string): SheetName | undefined {
  const sheet = oneOf(SHEET_NAMES, options.sheet, name)
  if (sheet && copiesOn(sheet, spec) === 0) {
    throw new BadOption(`${name} ${sheet} is too small for a photo of ${spec.width_mm} x ${spec.height_mm} mm`, name)
  }
  return sheet
}
