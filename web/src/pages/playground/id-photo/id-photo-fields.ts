/** The options of an ID photo: the chosen format, what is still missing, and the fields of the call. */
import { idPhoto as texts } from '#texts/playground'
import { searchFormats } from '../../../../../src/catalog/search-formats.js'
import { customFormat } from '../../../../../src/parameters/custom-size.js'
import { BadParameter } from '../../../../../src/parameters/reader.js'
import type { Catalog, Spec } from '../../../api/types.js'
import { firstSheet, type SheetTexts, sheetFields, sheetProblem } from './sheet-fields.js'

export interface SizeTexts {
  readonly unit: 'mm' | 'px'
  readonly width: string
  readonly height: string
  readonly dpi: string
  readonly head_min: string
  readonly head_max: string
  readonly max_kb: string
}

export interface IdPhotoOptions {
  /** A format of the catalogue, or a custom size. */
  readonly by: 'format' | 'size'
  readonly spec: string
  /** The search in the list of formats. */
  readonly search: string
  readonly size: SizeTexts
  /** A colour name from the catalogue, or `custom`. */
  readonly background: string
  readonly custom: string
  readonly purpose: 'upload' | 'print'
  readonly print: SheetTexts
}

const noSize: SizeTexts = { unit: 'mm', width: '', height: '', dpi: '', head_min: '', head_max: '', max_kb: '' }
const FIRST_FORMAT = '1inch'
/** For a custom size, for which no authority has rules. */
const USUAL_COLOURS = ['white', 'light_grey', 'light_blue', 'blue', 'red']

/** `spec`: from a link; its own default colour is chosen with it. */
export function firstIdPhotoOptions({ specs }: Pick<Catalog, 'specs'>, spec = FIRST_FORMAT): IdPhotoOptions {
  const background = specs.find(({ id }) => id === spec)?.default_background ?? 'white'
  return {
    by: 'format',
    spec,
    search: '',
    size: noSize,
    background,
    custom: '#9fb8d0',
    purpose: 'upload',
    print: firstSheet,
  }
}

export function idPhotoFields(options: IdPhotoOptions): Record<string, string> {
  const { by, spec, background, custom, purpose, print } = options
  const format = by === 'format' ? { spec } : sizeFields(options.size)
  return {
    ...(print.paper === 'none' ? format : sheetFields(print, format)),
    bg_color: background === 'custom' ? custom : background,
    ...(print.paper === 'none' && purpose === 'print' && { purpose }),
  }
}

function sizeFields({ unit, width, height, ...rest }: SizeTexts): Record<string, string> {
  const all = { [`width_${unit}`]: width, [`height_${unit}`]: height, ...rest }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))
}

export type Chosen = { readonly spec: Spec } | { readonly problem: string }

/** A format counts as chosen only while it is visible, not while the search hides it. */
export function chosenFormat(options: IdPhotoOptions, catalog: Pick<Catalog, 'specs'>): Chosen {
  const chosen = shownFormat(options, catalog)
  if ('problem' in chosen || options.print.paper === 'none') return chosen
  const problem = sheetProblem(idPhotoFields(options), chosen.spec, catalog)
  return problem === undefined ? chosen : { problem }
}

/** Whatever it is printed on. */
export function shownFormat(options: IdPhotoOptions, { specs }: Pick<Catalog, 'specs'>): Chosen {
  if (options.by === 'size') {
    const { width, height } = options.size
    return width && height ? customOf(sizeFields(options.size)) : { problem: texts.needSize }
  }
  const spec = specs.find(({ id }) => id === options.spec)
  if (!spec) return { problem: texts.choose }
  if (!searchFormats(specs, options.search).includes(spec)) return { problem: texts.hidden(spec.name) }
  return { spec }
}

/** The format of a call that was made. */
export function formatOfCall(fields: Readonly<Record<string, string>>, { specs }: Catalog): Spec | undefined {
  const id = fields.spec ?? fields.sheet_photos?.split(':')[0]
  const spec = specs.find((it) => it.id === id)
  if (spec) return spec
  const [, width_mm, height_mm] = /^([\d.]+)x([\d.]+)mm$/.exec(id ?? '') ?? []
  const custom = customOf(width_mm && height_mm ? { width_mm, height_mm } : fields)
  return 'spec' in custom ? custom.spec : undefined
}

function customOf(fields: Readonly<Record<string, string>>): Chosen {
  try {
    return { spec: { ...customFormat(fields, (field) => texts.sizeFields[field]), aliases: [] } }
  } catch (error) {
    if (error instanceof BadParameter) return { problem: error.message }
    throw error
  }
}

/** Those of the format; the others are offered apart. */
export const coloursFor = ({ backgrounds }: Spec): readonly string[] =>
  backgrounds.length > 0 ? backgrounds : USUAL_COLOURS
