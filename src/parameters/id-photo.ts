/** What can be asked of an ID photo. Functions, where the catalogue is needed: it is read on demand. */
import { aliasesOf, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { searchFormats } from '../catalog/search-formats.js'
import type { IdPhotoJob } from '../imaging/job.js'
import {
  CUSTOM_BOUNDS,
  CUSTOM_FIELDS,
  type CustomField,
  customFormat,
  customSize,
  DEFAULT_DPI,
  sizesInWords,
} from './custom-size.js'
import { idOf } from './ids.js'
import { forPaper, printSheetOf, type SheetField, type SheetGiven } from './print-sheet.js'
import { BadParameter, type Reader } from './reader.js'
import { oneOf } from './words.js'

const MOST_SUGGESTIONS = 5

export const FORMAT_ALLOWED = 'the id of a format, such as 1inch, 2inch, us_passport or cn_visa'

export function formatById(): Reader<IdPhotoSpec> {
  const { specs } = idPhotoCatalog()
  const ids = specs.map(({ id }) => id)
  return idOf(FORMAT_ALLOWED, ids, findSpec, (text) => {
    const found = searchFormats(
      specs.map((spec) => ({ ...spec, aliases: aliasesOf(spec) })),
      text,
    )
    return found.slice(0, MOST_SUGGESTIONS).map(({ id, name }) => `${id} (${name})`)
  })
}

const FINEST_DPI = 600
const NO_RANGE: NonNullable<IdPhotoSpec['px_range']> = { w: [null, null], h: [null, null] }

export const PURPOSES = ['upload', 'print'] as const
export type Purpose = (typeof PURPOSES)[number]
export const purpose: Reader<Purpose> = oneOf(PURPOSES)

type FormatGiven = Readonly<Partial<Record<CustomField, unknown>>> & {
  readonly spec?: IdPhotoSpec | undefined
  readonly purpose?: Purpose | undefined
}
export type Given = FormatGiven & SheetGiven
type Field = CustomField | SheetField | 'spec' | 'purpose'
type NameOf = (name: Field) => string

/** What is made of a photo. */
export type WantedPhoto = Pick<IdPhotoJob, 'spec' | 'finestDpi' | 'sheet'>

/** The single photo is in the first format of `sheet_photos`, where these are given. */
export function wantedPhoto(given: Given, nameOf: NameOf): WantedPhoto {
  const listed = given.sheet_photos?.[0]?.spec
  if (listed) {
    const other = (['spec', 'copies', ...CUSTOM_FIELDS] as const).find((field) => given[field] !== undefined)
    const [list, name] = [nameOf('sheet_photos'), other && nameOf(other)]
    if (name) throw new BadParameter(`${list} says what is on the sheet, and how often: leave out ${name}`, name)
  }
  const spec = formatOf(listed ? { spec: listed, purpose: given.purpose } : given, nameOf)
  const sheet = printSheetOf(given, spec, nameOf)
  const finer = given.purpose === 'print' && given.dpi === undefined && given.width_px === undefined
  return { spec, ...(finer && { finestDpi: FINEST_DPI }), ...(sheet && { sheet }) }
}

/** A format of the catalogue, or a size of the caller's own: exactly one of them. */
export function formatOf(given: FormatGiven, nameOf: NameOf): IdPhotoSpec {
  const own = CUSTOM_FIELDS.find((field) => field !== 'dpi' && given[field] !== undefined)
  const name = nameOf('spec')
  const print = given.purpose === 'print'
  if (given.spec && own !== undefined) {
    const other = nameOf(own)
    throw new BadParameter(`Give either ${name} or a size of your own, not both: ${other} is for the latter`, other)
  }
  if (given.spec) {
    const dpi = given.dpi === undefined ? undefined : customSize.dpi.read(given.dpi, nameOf('dpi'))
    if (print) return forPaper(given.spec, dpi ?? DEFAULT_DPI)
    return dpi === undefined ? given.spec : atDensity(given.spec, dpi, nameOf)
  }
  if (own === undefined && given.dpi === undefined) {
    const rule = `it must be ${FORMAT_ALLOWED}. A size of your own is ${sizesInWords(nameOf)}`
    throw new BadParameter(`${name} is missing; ${rule}`, name)
  }
  if (print && given.max_kb !== undefined) {
    const limit = nameOf('max_kb')
    throw new BadParameter(`${limit} is for uploads: leave it out, or ${nameOf('purpose')} print`, limit)
  }
  return customFormat(given, nameOf)
}

/** For a format that is a size on paper: authorities that count pixels leave no choice. */
function atDensity(spec: IdPhotoSpec, dpi: number, nameOf: NameOf): IdPhotoSpec {
  const { id, size_basis, px_range } = spec
  const advice = `${nameOf('purpose')} print makes one for paper`
  const refuse = (problem: string): never => {
    throw new BadParameter(`${problem}; ${advice}`, nameOf('dpi'))
  }
  if (size_basis === 'px') {
    refuse(
      `${nameOf('dpi')} is for sizes on paper: ${id} must have exactly ${spec.width_px} x ${spec.height_px} pixels`,
    )
  }
  const { width_px, height_px } = forPaper(spec, dpi)
  const isOutside = (value: number, [min, max]: readonly [number | null, number | null]): boolean =>
    value < (min ?? 0) || value > (max ?? CUSTOM_BOUNDS.width_px.max)
  const { w, h } = px_range ?? NO_RANGE
  if (isOutside(width_px, w) || isOutside(height_px, h)) {
    const [min, max] = [`${w[0] ?? 1} x ${h[0] ?? 1}`, CUSTOM_BOUNDS.width_px.max]
    const range = `${min} to ${w[1] ?? max} x ${h[1] ?? max}`
    refuse(`${id} at ${nameOf('dpi')} ${dpi} has ${width_px} x ${height_px} pixels, but must have ${range}`)
  }
  return { ...spec, width_px, height_px, dpi }
}
