/** The print sheet of an ID photo: the fields of the call, and what is wrong with them. */
import { idPhoto as texts } from '#texts/playground'
import type { IdPhotoSpec } from '../../../../../src/catalog/id-photo-formats.js'
import type { PaperSize, SheetFormat, SheetName } from '../../../../../src/catalog/print-sheets.js'
import { copiesOn, type SheetRules } from '../../../../../src/imaging/id-photo/sheet-layout.js'
import {
  paper,
  printSheetOf,
  SHEET_DEFAULTS,
  SHEET_FIELDS,
  type SheetField,
  type SheetGiven,
  sheetReaders,
} from '../../../../../src/parameters/print-sheet.js'
import { BadParameter, reader } from '../../../../../src/parameters/reader.js'
import type { Catalog, Spec } from '../../../api/types.js'

export interface SheetTexts {
  readonly paper: SheetName | 'none' | 'own'
  /** Of a paper of one's own, in millimetres. */
  readonly width: string
  readonly height: string
  readonly copies: string
  readonly margin: string
  readonly gap: string
  readonly format: SheetFormat
  readonly dpi: '300' | '600'
  /** Formats beside the chosen one. */
  readonly others: readonly { readonly spec: string; readonly copies: string }[]
}

export const firstSheet: SheetTexts = {
  paper: 'none',
  width: '',
  height: '',
  copies: '',
  margin: '',
  gap: '',
  format: SHEET_DEFAULTS.format,
  dpi: '300',
  others: [],
}

type Fields = Readonly<Record<string, string>>

/** `format`: the fields of the chosen one. */
export function sheetFields(print: SheetTexts, format: Fields): Fields {
  const { width, height, copies, margin, gap, others } = print
  const id = format.spec ?? `${format.width_mm ?? ''}x${format.height_mm ?? ''}mm`
  const list = [{ spec: id, copies }, ...others].map((it) => `${it.spec}:${it.copies || '1'}`)
  const all = {
    ...(others.length > 0 ? { sheet_photos: list.join(',') } : { ...format, copies }),
    sheet: print.paper === 'own' ? `${width}x${height}mm` : print.paper,
    sheet_margin: margin,
    sheet_gap: gap,
    sheet_format: print.format === SHEET_DEFAULTS.format ? '' : print.format,
    sheet_dpi: Number(print.dpi) === SHEET_DEFAULTS.dpi ? '' : print.dpi,
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))
}

/** As the server checks it. */
export function sheetProblem(fields: Fields, spec: Spec, { specs }: Pick<Catalog, 'specs'>): string | undefined {
  const byId = reader(texts.spec, (id, refuse) => whole(specs.find((it) => it.id === id) ?? refuse()))
  const readers = sheetReaders(byId)
  const nameOf = (field: SheetField): string => texts.sheet.fields[field]
  try {
    const read = (field: SheetField): unknown => fields[field] && readers[field].read(fields[field], nameOf(field))
    const given = Object.fromEntries(SHEET_FIELDS.map((field) => [field, read(field)])) as SheetGiven
    if (given.sheet && copiesOn(rulesOf(given.sheet, given), spec) === 0) return texts.sheet.tooSmall
    printSheetOf(given, whole(spec), nameOf)
    return undefined
  } catch (error) {
    if (error instanceof BadParameter) return error.message
    throw error
  }
}

/** The page knows less of a format than the server, but its size on paper is all that matters here. */
const whole = (spec: Spec): IdPhotoSpec => spec as unknown as IdPhotoSpec

const rulesOf = (size: PaperSize, { sheet_margin, sheet_gap }: SheetGiven): SheetRules => ({
  paper: size,
  margin_mm: sheet_margin ?? SHEET_DEFAULTS.margin_mm,
  gap_mm: sheet_gap ?? SHEET_DEFAULTS.gap_mm,
})

/** How many photos a paper holds with these margins; they count as not given while they are no numbers. */
export function copiesWith({ margin, gap }: SheetTexts, size: PaperSize, spec: Spec): number {
  const length = (text: string): number | undefined => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)
  return copiesOn(rulesOf(size, { sheet_margin: length(margin), sheet_gap: length(gap) }), spec)
}

/** The paper of a call that was made. */
export const paperOfCall = (fields: Fields): PaperSize | undefined =>
  fields.sheet === undefined ? undefined : paper.read(fields.sheet, 'sheet')
