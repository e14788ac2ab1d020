/**
 * A size of the caller's own, as a format like those of the catalogue: no authority has rules for it, so every colour
 * is allowed and the head may have any usual height. Every entry point uses it, the account page included.
 */
import type { IdPhotoSpec } from '../catalog/id-photo-formats.js'
import { MM_PER_INCH, pixelsAt } from '../catalog/print-sheets.js'
import { numberWithin, type Range } from './numbers.js'
import { BadParameter, isMissing, type Reader } from './reader.js'

/** What a caller may say about it. Each entry point has its own spelling of these names. */
export interface CustomSize {
  readonly width_mm?: number | undefined
  readonly height_mm?: number | undefined
  readonly width_px?: number | undefined
  readonly height_px?: number | undefined
  readonly dpi?: number | undefined
  /** In percent of the picture's height. */
  readonly head_min?: number | undefined
  readonly head_max?: number | undefined
  readonly max_kb?: number | undefined
}

export type CustomField = keyof CustomSize

export const CUSTOM_BOUNDS = {
  width_mm: { min: 10, max: 200, whole: false },
  height_mm: { min: 10, max: 200, whole: false },
  width_px: { min: 100, max: 4000, whole: true },
  height_px: { min: 100, max: 4000, whole: true },
  dpi: { min: 72, max: 1200, whole: true },
  head_min: { min: 20, max: 90, whole: false },
  head_max: { min: 20, max: 90, whole: false },
  max_kb: { min: 5, max: 10_000, whole: false },
} as const satisfies Record<CustomField, Range>

export const CUSTOM_FIELDS = Object.keys(CUSTOM_BOUNDS) as readonly CustomField[]
export const CUSTOM_ID = 'custom'
export const DEFAULT_DPI = 300

/** How much longer one side may be than the other. */
const MAX_ASPECT = 3
/** What formats without an official rule have in common; wide, because a tighter range would only refuse more photos. */
const DEFAULT_HEAD = { range: [0.5, 0.75], target: 0.65 } as const
/** Of the room that the head leaves, this share is above it. */
const SHARE_ABOVE = 0.25

/** How each is read. */
export const customSize = Object.fromEntries(
  CUSTOM_FIELDS.map((field) => [field, numberWithin(CUSTOM_BOUNDS[field])]),
) as Readonly<Record<CustomField, Reader<number>>>

export type NameOf = (field: CustomField) => string

/** Throws `BadParameter`. */
export function customFormat(
  given: Readonly<Partial<Record<CustomField, unknown>>>,
  nameOf: NameOf = (field) => field,
): IdPhotoSpec {
  const size: CustomSize = Object.fromEntries(
    CUSTOM_FIELDS.filter((field) => given[field] !== undefined).map((field) => [
      field,
      customSize[field].read(given[field], nameOf(field)),
    ]),
  )
  const sides = sidesOf(size, nameOf)
  const head = headOf(size, nameOf)
  return {
    id: CUSTOM_ID,
    name: `${sides.width_mm} x ${sides.height_mm} mm`,
    country: 'INT',
    tier: 'extended',
    ...sides,
    px_range: null,
    backgrounds: [],
    default_background: 'white',
    crown: 'hair',
    head_height_mm: null,
    head_ratio: [...head.range],
    eye_line_from_bottom_ratio: null,
    eye_line_official: false,
    top_margin: null,
    chin_to_bottom_mm_min: null,
    head_width_mm: null,
    target: { head: head.target, top: (1 - head.target) * SHARE_ABOVE },
    geometry_basis: 'default',
    min_kb: null,
    max_kb: size.max_kb ?? null,
    formats: ['jpeg'],
    edited_background_policy: 'unknown',
    confidence: 'high',
    sources: [],
    evidence: '',
    note: '',
  }
}

type Sides = Pick<IdPhotoSpec, 'width_mm' | 'height_mm' | 'width_px' | 'height_px' | 'dpi' | 'size_basis'>

/** The two ways to give a size, in words. */
export const sizesInWords = (nameOf: NameOf): string =>
  `${nameOf('width_mm')} and ${nameOf('height_mm')}, or ${nameOf('width_px')} and ${nameOf('height_px')}`

function sidesOf(size: CustomSize, nameOf: NameOf): Sides {
  const byMm = size.width_mm !== undefined || size.height_mm !== undefined
  const byPx = size.width_px !== undefined || size.height_px !== undefined
  const sizes = sizesInWords(nameOf)
  if (byMm && byPx) throw new BadParameter(`Give the size once: ${sizes}`, nameOf('width_px'))
  if (!byMm && !byPx) throw new BadParameter(`The size is missing: give ${sizes}`, nameOf('width_mm'))
  const unit = byMm ? 'mm' : 'px'
  const missing = ([`width_${unit}`, `height_${unit}`] as const).find((field) => size[field] === undefined)
  if (missing) throw isMissing(nameOf(missing), customSize[missing].allowed)
  const [width, height] = [size[`width_${unit}`]!, size[`height_${unit}`]!]
  const refuse = (problem: string): never => {
    throw new BadParameter(`${width} x ${height} ${unit} ${problem}`, nameOf(`width_${unit}`))
  }
  if (Math.max(width, height) > MAX_ASPECT * Math.min(width, height)) {
    refuse(`is too narrow: one side may be at most ${MAX_ASPECT} times the other`)
  }
  const dpi = size.dpi ?? DEFAULT_DPI
  if (unit === 'px')
    return { ...inMillimetres(width, height, dpi), width_px: width, height_px: height, dpi, size_basis: 'px' }
  const [width_px, height_px] = [pixelsAt(dpi, width), pixelsAt(dpi, height)]
  const { min, max } = CUSTOM_BOUNDS.width_px
  if (Math.min(width_px, height_px) < min || Math.max(width_px, height_px) > max) {
    refuse(`at ${nameOf('dpi')} ${dpi} has ${width_px} x ${height_px} pixels; each side must have ${min} to ${max}`)
  }
  return { width_mm: width, height_mm: height, width_px, height_px, dpi, size_basis: 'mm' }
}

function inMillimetres(width: number, height: number, dpi: number): Pick<Sides, 'width_mm' | 'height_mm'> {
  const toMm = (pixels: number): number => Math.round((pixels / dpi) * MM_PER_INCH * 10) / 10
  return { width_mm: toMm(width), height_mm: toMm(height) }
}

interface HeadRule {
  readonly range: readonly [min: number, max: number]
  readonly target: number
}

function headOf({ head_min, head_max }: CustomSize, nameOf: NameOf): HeadRule {
  if (head_min === undefined && head_max === undefined) return DEFAULT_HEAD
  if (head_min === undefined || head_max === undefined) {
    const [given, missing] =
      head_min === undefined ? (['head_max', 'head_min'] as const) : (['head_min', 'head_max'] as const)
    const rule = customSize[missing].allowed
    throw new BadParameter(`${nameOf(given)} needs ${nameOf(missing)} as well, ${rule}`, nameOf(missing))
  }
  if (head_min > head_max) {
    const [min, max] = [nameOf('head_min'), nameOf('head_max')]
    throw new BadParameter(`${min} must not be larger than ${max}; got ${head_min} and ${head_max}`, min)
  }
  return { range: [head_min / 100, head_max / 100], target: (head_min + head_max) / 200 }
}
