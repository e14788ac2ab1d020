/** ID photos by the library's names. */
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import type { IdPhotoOutcome } from '../imaging/job.js'
import { CUSTOM_FIELDS, type CustomField } from '../parameters/custom-size.js'
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

const isOfSize = (option: keyof Wanted): option is CustomField => option in SIZE_NAMES

export const idPhotoNameOf = (option: keyof Wanted): string =>
  isOfSize(option) ? `size.${SIZE_NAMES[option]}` : option

export const idPhotoOptions = ({ spec, size = {}, background, sheet }: IdPhotoOptions = {}): Wanted => ({
  spec,
  background,
  sheet,
  ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [field, size[SIZE_NAMES[field]]])),
})

export function warningsOf({ warnings }: IdPhotoOutcome): IdPhotoWarning[] {
  const { faults, notes } = sortWarnings(warnings)
  const told = (about: IdPhotoWarning['about']) => (code: Warning) => ({ code, message: WARNINGS[code], about })
  return [...faults.map(told('photo')), ...notes.map(told('authority'))]
}
