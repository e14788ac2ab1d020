/** What can be asked of a print sheet: its paper, what is on it, and how it is delivered. */
import type { IdPhotoSpec } from '../catalog/id-photo-formats.js'
import {
  MM_PER_INCH,
  type PaperSize,
  pixelsAt,
  SHEET_FORMATS,
  SHEET_NAMES,
  SHEETS,
  type SheetFormat,
  type SheetName,
} from '../catalog/print-sheets.js'
import { copiesOn, layOutSheet, type SheetRules } from '../imaging/id-photo/sheet-layout.js'
import type { PrintSheet } from '../imaging/job.js'
import { customFormat } from './custom-size.js'
import { numberWithin } from './numbers.js'
import { BadParameter, notAllowed, type Reader, reader } from './reader.js'
import { choice, oneOf } from './words.js'

export interface Paper extends PaperSize {
  /** As it was asked for. */
  readonly name: string
}

export interface PhotoCount {
  readonly spec: IdPhotoSpec
  readonly copies: number
}

export const SHEET_BOUNDS = {
  side_mm: { min: 50, max: 450 },
  copies: { min: 1, max: 500, whole: true },
  margin_mm: { min: 0, max: 50, whole: false },
  gap_mm: { min: 0, max: 50, whole: false },
  formats: 6,
  copiesOfEach: 100,
} as const

export const SHEET_DEFAULTS = { margin_mm: 3, gap_mm: 2, format: 'jpg', dpi: 300 } as const
/** Smaller photos would fill a sheet with thousands of copies. */
const SMALLEST_PRINT_MM = 10
/** A4 at 600 dpi; larger pictures are more than printers and viewers expect, and a PDF has no such limit. */
const MAX_JPEG_PIXELS = 36_000_000

const SIZE = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/

/** `35x45mm` or `2x2in`, in millimetres. */
function sizeIn(text: string): { width: number; height: number } | undefined {
  const [, width, height, unit] = SIZE.exec(text) ?? []
  if (unit === undefined) return undefined
  const mm = (digits: string | undefined): number =>
    Math.round(Number(digits) * (unit === 'in' ? MM_PER_INCH : 1) * 100) / 100
  return { width: mm(width), height: mm(height) }
}

const { min: SHORTEST, max: LONGEST } = SHEET_BOUNDS.side_mm

export const paper: Reader<Paper> = reader(
  `one of ${SHEET_NAMES.join(', ')}, or a size such as 100x150mm or 8x10in, with sides of ${SHORTEST} to ${LONGEST} mm`,
  (text, refuse) => {
    const name = text.toLowerCase()
    if (Object.hasOwn(SHEETS, name)) return { name, ...SHEETS[name as SheetName] }
    const { width = 0, height = 0 } = sizeIn(name) ?? {}
    if (Math.min(width, height) < SHORTEST || Math.max(width, height) > LONGEST) return refuse()
    return { name, width_mm: width, height_mm: height }
  },
  {
    anyOf: [
      { type: 'string', enum: SHEET_NAMES },
      { type: 'string', pattern: SIZE.source.replace('mm|in', '[mM][mM]|[iI][nN]').replaceAll('x(', '[xX](') },
    ],
  },
)

/** `us_passport:2,35x45mm:4`; a format without a number is there once. */
export function photosOn(format: Reader<IdPhotoSpec>): Reader<readonly PhotoCount[]> {
  const { formats, copiesOfEach } = SHEET_BOUNDS
  const allowed =
    `1 to ${formats} formats with their numbers, such as us_passport:2,schengen_visa:4 or 35x45mm:4, each at most ` +
    `${copiesOfEach} times`
  return reader(allowed, (text, refuse) => {
    const items = text.split(',').map((item) => item.trim().split(':'))
    if (items.length > formats || items.some(({ length }) => length > 2)) refuse()
    return items.map(([id = '', count = '1']) => {
      if (!/^\d{1,3}$/.test(count) || Number(count) < 1 || Number(count) > copiesOfEach) refuse()
      return { spec: ownFormat(id, refuse) ?? readFormat(format, id, refuse), copies: Number(count) }
    })
  })
}

function ownFormat(text: string, refuse: (advice: string) => never): IdPhotoSpec | undefined {
  const size = sizeIn(text.toLowerCase())
  if (!size) return undefined
  try {
    const spec = customFormat({ width_mm: size.width, height_mm: size.height }, (field) => field.replace('_mm', ''))
    return { ...spec, id: text.toLowerCase() }
  } catch (error) {
    return refuse(error instanceof BadParameter ? error.message : '')
  }
}

function readFormat(format: Reader<IdPhotoSpec>, id: string, refuse: (advice: string) => never): IdPhotoSpec {
  try {
    return format.read(id, `'${id}'`)
  } catch (error) {
    return refuse(error instanceof BadParameter ? error.message : '')
  }
}

/** As read; each entry point has its own spelling of the names. */
export interface SheetGiven {
  readonly sheet?: Paper | undefined
  readonly copies?: number | undefined
  readonly sheet_photos?: readonly PhotoCount[] | undefined
  readonly sheet_margin?: number | undefined
  readonly sheet_gap?: number | undefined
  readonly sheet_format?: SheetFormat | undefined
  readonly sheet_dpi?: number | undefined
}

export type SheetField = keyof SheetGiven

export const sheetReaders = (format: Reader<IdPhotoSpec>) => ({
  sheet: paper,
  copies: numberWithin(SHEET_BOUNDS.copies),
  sheet_photos: photosOn(format),
  sheet_margin: numberWithin(SHEET_BOUNDS.margin_mm),
  sheet_gap: numberWithin(SHEET_BOUNDS.gap_mm),
  sheet_format: oneOf(SHEET_FORMATS),
  sheet_dpi: choice({ 300: 300, 600: 600 }),
})

export const SHEET_FIELDS = [
  'sheet',
  'copies',
  'sheet_photos',
  'sheet_margin',
  'sheet_gap',
  'sheet_format',
  'sheet_dpi',
] as const satisfies readonly SheetField[]

/** The format as it is printed: its millimetres at this density, without the limits of upload portals. */
export const forPaper = (spec: IdPhotoSpec, dpi: number): IdPhotoSpec => ({
  ...spec,
  width_px: pixelsAt(dpi, spec.width_mm),
  height_px: pixelsAt(dpi, spec.height_mm),
  dpi,
  size_basis: 'mm',
  px_range: null,
  min_kb: null,
  max_kb: null,
})

type NameOf = (field: SheetField) => string

/** `spec`: what is on the sheet, unless `sheet_photos` says it. Undefined where no sheet is wanted. */
export function printSheetOf(given: SheetGiven, spec: IdPhotoSpec, nameOf: NameOf): PrintSheet | undefined {
  if (!given.sheet) {
    const other = SHEET_FIELDS.find((field) => given[field] !== undefined)
    if (other === undefined) return undefined
    throw new BadParameter(`${nameOf(other)} is for sheets: give ${nameOf('sheet')} as well`, nameOf('sheet'))
  }
  const { margin_mm, gap_mm, format, dpi } = SHEET_DEFAULTS
  const { name, ...size } = given.sheet
  const rules = { paper: size, margin_mm: given.sheet_margin ?? margin_mm, gap_mm: given.sheet_gap ?? gap_mm }
  const wanted = given.sheet_photos ?? [{ spec, copies: given.copies }]
  for (const photo of wanted) refuseUnprintable(photo.spec, name, rules, nameOf)
  const density = given.sheet_dpi ?? dpi
  const photos = wanted.map(({ spec: of, copies = copiesOn(rules, of) }) => ({ spec: forPaper(of, density), copies }))
  const sheet: PrintSheet = { ...rules, photos, dpi: density, format: given.sheet_format ?? format }
  if (sheet.format === 'jpg') refuseNoPicture(sheet, given, nameOf)
  return sheet
}

function refuseUnprintable(spec: IdPhotoSpec, paperName: string, rules: SheetRules, nameOf: NameOf): void {
  const { width_mm, height_mm } = spec
  const [name, size] = [nameOf('sheet'), `${width_mm} x ${height_mm} mm`]
  if (Math.min(width_mm, height_mm) < SMALLEST_PRINT_MM) {
    const least = `${SMALLEST_PRINT_MM} x ${SMALLEST_PRINT_MM} mm`
    throw new BadParameter(`${name} needs a photo of at least ${least}; this one has ${size}: give a smaller dpi`, name)
  }
  if (copiesOn(rules, spec) > 0) return
  const margins = rules.margin_mm > 0 ? ` with margins of ${rules.margin_mm} mm` : ''
  throw notAllowed(name, `one that a photo of ${size} fits on; got '${paperName}'${margins}`)
}

/** A picture is one page, and not too large. */
function refuseNoPicture(sheet: PrintSheet, given: SheetGiven, nameOf: NameOf): void {
  const advice = `${nameOf('sheet_format')} pdf`
  const { width_mm, height_mm } = sheet.paper
  if (pixelsAt(sheet.dpi, width_mm) * pixelsAt(sheet.dpi, height_mm) > MAX_JPEG_PIXELS) {
    const problem = `${width_mm} x ${height_mm} mm at ${sheet.dpi} dpi is too large for a JPEG`
    throw new BadParameter(`${problem}: give ${advice}, or ${nameOf('sheet_dpi')} 300`, nameOf('sheet_dpi'))
  }
  const [first = [], ...more] = layOutSheet(
    sheet,
    sheet.photos.map(({ spec, copies }) => ({ ...spec, copies })),
  )
  if (more.length === 0) return
  const fitting = first.flat().length
  const rest = `${advice} has as many pages as it takes`
  if (!given.sheet_photos) {
    throw notAllowed(
      nameOf('copies'),
      `at most ${fitting}, which is what one sheet holds; got ${given.copies}. ${rest}`,
    )
  }
  const all = sheet.photos.reduce((sum, { copies }) => sum + copies, 0)
  throw new BadParameter(
    `${nameOf('sheet_photos')} lists ${all} photos, but only ${fitting} of them fit on one sheet; ${rest}`,
    nameOf('sheet_photos'),
  )
}
