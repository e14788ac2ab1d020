/** ID photos from the command line: the same as POST /v1/id-photo, without server, key or credit. */
import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  boundsInWords,
  CUSTOM_FIELDS,
  type CustomField,
  type CustomSize,
  customFormat,
  plainNumber,
} from '../catalog/custom-format.js'
import { aliasesOf, findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import { SHEET_NAMES, type SheetName } from '../catalog/print-sheets.js'
import { searchFormats } from '../catalog/search-formats.js'
import { copiesOn } from '../imaging/id-photo/sheet-layout.js'
import type { IdPhotoJob } from '../imaging/job.js'
import { type Command, optionalText, print, requiredText, textOption, UsageError, type Values } from './command.js'
import { runHere } from './run-here.js'

const MOST_SUGGESTIONS = 5

/** `width_mm` → `width-mm` */
const optionOf = (field: CustomField): string => field.replace('_', '-')

export const idPhotoCommand: Command = {
  name: 'id-photo',
  usage: '(--spec ID | SIZE) PHOTO -o FILE [--bg-color C] [--sheet 4x6|6in|5in|a4]',
  summary:
    'Make an ID photo of a file; --sheet also writes FILE-4x6.jpg to print. SIZE, instead of --spec: --width-mm W ' +
    '--height-mm H, or the same in px; [--dpi N] [--head-min % --head-max %] [--max-kb N]',
  options: {
    spec: textOption,
    output: { type: 'string', short: 'o' },
    'bg-color': textOption,
    sheet: textOption,
    ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [optionOf(field), textOption])),
  },
  operand: 'photo',
  run: async (values, config) => {
    const spec = formatOf(values)
    const background = backgroundOf(optionalText(values, 'bg-color') ?? 'white')
    const input = optionalText(values, 'photo')
    if (input === undefined) throw new UsageError('The photo is missing: name a JPEG, PNG, WebP or BMP file')
    const files = { input, output: requiredText(values, 'output') }
    const sheet = sheetOf(values, spec)
    await access(files.input).catch(() => {
      throw new UsageError(`${files.input} cannot be read`)
    })
    const outcome = await runHere({ kind: 'id-photo', spec, background }, files, config)
    print(`${files.output}: ${spec.name}, ${outcome.width} x ${outcome.height} px, ${outcome.bytes} bytes`)
    printWarnings(outcome.warnings ?? [])
    if (sheet) await writeSheet(files.output, spec, sheet)
  },
}

function printWarnings(codes: readonly Warning[]): void {
  const { faults, notes } = sortWarnings(codes)
  for (const code of faults) process.stderr.write(`Warning ${code}: ${WARNINGS[code]}\n`)
  for (const code of notes) process.stderr.write(`Note ${code}: ${WARNINGS[code]}\n`)
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

// Loaded on demand: mistakes are reported at once, without loading the image library.
async function writeSheet(photo: string, spec: IdPhotoSpec, name: SheetName) {
  const { drawSheet } = await import('../imaging/id-photo/print-sheet.js')
  const { dir, name: stem } = path.parse(photo)
  const file = path.join(dir, `${stem}-${name}.jpg`)
  await writeFile(file, await drawSheet(await readFile(photo), spec, name))
  print(`${file}: ${copiesOn(name, spec)} photos to print at 300 dpi`)
}
