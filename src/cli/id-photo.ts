/** ID photos from the command line: the same as POST /v1/id-photo, without server, key or credit. */
import path from 'node:path'
import {
  boundsInWords,
  CUSTOM_FIELDS,
  type CustomField,
  type CustomSize,
  customFormat,
  DEFAULT_DPI,
  plainNumber,
} from '../catalog/custom-format.js'
import { aliasesOf, findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import { SHEET_NAMES, type SheetName } from '../catalog/print-sheets.js'
import { searchFormats } from '../catalog/search-formats.js'
import { copiesOn } from '../imaging/id-photo/sheet-layout.js'
import type { IdPhotoJob } from '../imaging/job.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import type { SecondFile, Task } from './batch/task.js'
import { type Command, optionalText, textOption, UsageError, type Values } from './command.js'

const MOST_SUGGESTIONS = 5

/** `width_mm` → `width-mm` */
const optionOf = (field: CustomField): string => field.replace('_', '-')

const CUSTOM_MEANINGS: Readonly<Record<CustomField, string>> = {
  width_mm: 'Width on paper',
  height_mm: 'Height on paper',
  width_px: 'Width in pixels',
  height_px: 'Height in pixels',
  dpi: `Pixels per inch; ${DEFAULT_DPI} unless given`,
  head_min: 'Smallest head, chin to hair, in percent of the height',
  head_max: 'Largest head',
  max_kb: 'Largest file, in kB of 1000 bytes',
}

const specIds = (): string[] => idPhotoCatalog().specs.map(({ id }) => id)

export const idPhotoCommand: Command = {
  name: 'id-photo',
  group: 'Photos',
  summary: 'Make ID photos in a format, or in a size of your own',
  about:
    `${ABOUT_PHOTOS}\nThe size is a format (--spec) or your own: --width-mm and --height-mm, or --width-px and ` +
    '--height-px. Results are JPEGs. Nobody can promise that an authority accepts a photo.',
  options: {
    ...outputOption('A file, a folder, or - for standard output', true),
    spec: textOption('ID', 'The format, such as us_passport or 1inch; a country is answered with its ids', {
      choices: specIds,
    }),
    'bg-color': textOption('C', 'The background: white, blue, …, #RRGGBB or #RGB; white by default'),
    sheet: textOption('S', `Also a sheet to print, OUT-S.jpg: ${SHEET_NAMES.join(', ')}`, {
      choices: () => SHEET_NAMES,
    }),
    ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [optionOf(field), textOption('N', CUSTOM_MEANINGS[field])])),
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: [
    'id-photo --spec us_passport portrait.jpg -o passport.jpg',
    'id-photo --width-mm 40 --height-mm 50 staff -o badges --sheet a4',
  ],
  run: async (values, config) => {
    const spec = formatOf(values)
    const background = backgroundOf(optionalText(values, 'bg-color') ?? 'white')
    const request = readRequest(values, ['jpg'], false)
    const sheet = sheetOf(values, spec)
    if (sheet && request.destination.kind === 'standard output') {
      throw new UsageError('--sheet makes a second file: name a file or a folder for the results')
    }
    const task: Task = {
      job: { kind: 'id-photo', spec, background },
      extension: 'jpg',
      suffix: spec.id,
      describe: () => [spec.name],
      warnings: ({ warnings = [] }) => warningsInWords(warnings),
      ...(sheet && { also: sheetFile(spec, sheet) }),
    }
    await runBatch(request, task, config)
  },
}

function warningsInWords(codes: readonly Warning[]): string[] {
  const { faults, notes } = sortWarnings(codes)
  const inWordsAs = (kind: string) => (code: Warning) => `${kind} ${code}: ${WARNINGS[code]}`
  return [...faults.map(inWordsAs('Warning')), ...notes.map(inWordsAs('Note'))]
}

/** Of the catalogue, or of the caller's own size: exactly one of them. */
function formatOf(values: Values): IdPhotoSpec {
  const id = optionalText(values, 'spec')
  const own = CUSTOM_FIELDS.find((field) => optionalText(values, optionOf(field)) !== undefined)
  if (id !== undefined && own)
    throw new UsageError(`Give either --spec or a size of your own: --${optionOf(own)} is for the latter`)
  if (id !== undefined) return specOf(id)
  if (!own)
    throw new UsageError(
      '--spec is missing; a size of your own is --width-mm and --height-mm, or --width-px and --height-px',
    )
  const format = customFormat(sizeOf(values), (field) => `--${optionOf(field)}`)
  if ('problem' in format) throw new UsageError(format.problem)
  return format
}

function sizeOf(values: Values): CustomSize {
  const read = (field: CustomField): number | undefined => {
    const text = optionalText(values, optionOf(field))
    const value = text === undefined ? undefined : plainNumber(text)
    if (text !== undefined && value === undefined) {
      throw new UsageError(`--${optionOf(field)} must be ${boundsInWords(field)} (got '${text}')`)
    }
    return value
  }
  return Object.fromEntries(CUSTOM_FIELDS.map((field) => [field, read(field)]))
}

function specOf(id: string): IdPhotoSpec {
  const spec = findSpec(id)
  if (spec) return spec
  const { specs } = idPhotoCatalog()
  const found = searchFormats(
    specs.map((known) => ({ ...known, aliases: aliasesOf(known) })),
    id,
  )
  const advice =
    found.length > 0
      ? `Did you mean ${inWords(found.slice(0, MOST_SUGGESTIONS).map(({ id: known, name }) => `${known} (${name})`))}?`
      : `Choose one of: ${specs.map((known) => known.id).join(', ')}`
  throw new UsageError(`--spec '${id}' is not known. ${advice}`)
}

const inWords = (choices: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(choices)

function backgroundOf(text: string): IdPhotoJob['background'] {
  const colour = findBackground(text)
  if (colour) return colour
  const names = Object.keys(idPhotoCatalog().colors).join(', ')
  throw new UsageError(`--bg-color must be one of ${names}, or a colour as #RRGGBB or #RGB (got '${text}')`)
}

function sheetOf(values: Values, spec: IdPhotoSpec): SheetName | undefined {
  const name = optionalText(values, 'sheet')?.toLowerCase()
  if (name === undefined) return undefined
  const sheet = SHEET_NAMES.find((candidate) => candidate === name)
  if (!sheet) throw new UsageError(`--sheet must be one of ${SHEET_NAMES.join(', ')} (got '${name}')`)
  if (copiesOn(sheet, spec) === 0) {
    throw new UsageError(`--sheet ${sheet} is too small for a photo of ${spec.width_mm} x ${spec.height_mm} mm`)
  }
  return sheet
}

/** `out.jpg` → `out-4x6.jpg`. The image library is loaded on demand. */
function sheetFile(spec: IdPhotoSpec, name: SheetName): SecondFile {
  return {
    fileFor: (result) => {
      const { dir, name: stem } = path.parse(result)
      return path.join(dir, `${stem}-${name}.jpg`)
    },
    make: async (jpeg) => (await import('../imaging/id-photo/print-sheet.js')).drawSheet(jpeg, spec, name),
    meaning: `${copiesOn(name, spec)} photos to print at 300 dpi`,
  }
}
