/** ID photos by the library's names. */
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import type { IdPhotoOutcome } from '../imaging/job.js'
import { CUSTOM_FIELDS, type CustomField } from '../parameters/custom-size.js'
import { SHEET_FIELDS, type SheetField } from '../parameters/print-sheet.js'
import type { IdPhotoOptions as Wanted } from '../photos/id-photo.js'
import type { IdPhotoOptions, IdPhotoWarning, OwnSize } from './types.js'

const SIZE_NAMES = {
  width_mm: 'widthMm',
  height_mm: 'heightMm',
  width_px: 'widthPx',
  height_px: 'heightPx',
  dpi: 'dpi',
  head_min: 'headMin',
  head_max: 'headMax',
  max_kb: 'maxKb',
} as const satisfies Record<CustomField, keyof OwnSize>

const SHEET_NAMES = {
  sheet: 'sheet',
  copies: 'copies',
  sheet_photos: 'sheetPhotos',
  sheet_margin: 'sheetMargin',
  sheet_gap: 'sheetGap',
  sheet_format: 'sheetFormat',
  sheet_dpi: 'sheetDpi',
} as const satisfies Record<SheetField, keyof IdPhotoOptions>

const isOfSize = (option: keyof Wanted): option is CustomField => option in SIZE_NAMES

const isOfSheet = (option: keyof Wanted): option is SheetField => option in SHEET_NAMES

export function idPhotoNameOf(option: keyof Wanted): string {
  if (isOfSize(option)) return `size.${SIZE_NAMES[option]}`
  return isOfSheet(option) ? SHEET_NAMES[option] : option
}

export const idPhotoOptions = (options: IdPhotoOptions = {}): Wanted => ({
  spec: options.spec,
  background: options.background,
  purpose: options.purpose,
  ...Object.fromEntries(SHEET_FIELDS.map((field) => [field, options[SHEET_NAMES[field]]])),
  ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [field, options.size?.[SIZE_NAMES[field]]])),
})

export const warningsOf = ({ warnings, formats }: IdPhotoOutcome): IdPhotoWarning[] =>
  formats
    ? formats.flatMap(({ format, warnings: own }) => inWords(own).map((warning) => ({ ...warning, format })))
    : inWords(warnings)

function inWords(codes: readonly Warning[]): IdPhotoWarning[] {
  const { faults, notes } = sortWarnings(codes)
  const told = (about: IdPhotoWarning['about']) => (code: Warning) => ({ code, message: WARNINGS[code], about })
  return [...faults.map(told('photo')), ...notes.map(told('authority'))]
}
