/** ID photos from the command line: the same as POST /v1/id-photo, on this machine or by a server. */
import { findSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import { SHEET_FORMATS, SHEET_NAMES } from '../catalog/print-sheets.js'
import type { IdPhotoJob, PrintSheet } from '../imaging/job.js'
import { CUSTOM_FIELDS, type CustomField, DEFAULT_DPI } from '../parameters/custom-size.js'
import { PURPOSES } from '../parameters/id-photo.js'
import { SHEET_DEFAULTS, SHEET_FIELDS, type SheetField } from '../parameters/print-sheet.js'
import { type IdPhotoOptions, idPhotoJob, photosIn, sheetOfPhoto } from '../photos/id-photo.js'
import type { AskServer } from './batch/by-server.js'
import { DETAIL_OPTION, detailAsTyped, detailFor } from './batch/detail.js'
import type { FileKind } from './batch/item.js'
import type { Made } from './batch/producer.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import { serverAccessIn } from './batch/server-access.js'
import type { ServerPicture } from './batch/server-picture.js'
import type { Task } from './batch/task.js'
import { type Command, type Options, optionalText, textOption, UsageError, type Values } from './command.js'

/** `width_mm` → `width-mm` */
const optionOf = (field: string): string => field.replace('_', '-')
const optionNameOf = (option: keyof IdPhotoOptions): string =>
  option === 'background' ? '--bg-color' : `--${optionOf(option)}`

const CUSTOM_MEANINGS: Readonly<Record<CustomField, string>> = {
  width_mm: 'Width on paper',
  height_mm: 'Height on paper',
  width_px: 'Width in pixels',
  height_px: 'Height in pixels',
  dpi: `Pixels per inch, of a size of your own (${DEFAULT_DPI} unless given) or a format in mm`,
  head_min: 'Smallest head, chin to hair, in percent of the height',
  head_max: 'Largest head',
  max_kb: 'Largest file, in kB of 1000 bytes',
}

const { margin_mm, gap_mm, format, dpi } = SHEET_DEFAULTS

const SHEET_OPTIONS: Options = {
  sheet: textOption('S', `Also a sheet to print, OUT-S.jpg: ${SHEET_NAMES.join(', ')}, or a size: 100x150mm, 8x10in`, {
    choices: () => SHEET_NAMES,
  }),
  copies: textOption('N', 'Photos on it; as many as fit unless given'),
  'sheet-photos': textOption('L', 'Several formats on it, instead of --spec: us_passport:2,schengen_visa:4'),
  'sheet-margin': textOption('MM', `To the edges of the paper; ${margin_mm} unless given`),
  'sheet-gap': textOption('MM', `Between photos; ${gap_mm} unless given`),
  'sheet-format': textOption(
    'F',
    `${SHEET_FORMATS.join(' or ')}; ${format} unless given. A PDF may have several pages`,
    {
      choices: () => SHEET_FORMATS,
    },
  ),
  'sheet-dpi': textOption('N', `300 or 600; ${dpi} unless given`),
}

const specIds = (): string[] => idPhotoCatalog().specs.map(({ id }) => id)

export const idPhotoCommand: Command = {
  name: 'id-photo',
  group: 'Photos',
  summary: 'Make ID photos in a format, or in a size of your own',
  about:
    `${ABOUT_PHOTOS}\nThe size is a format (--spec) or your own: --width-mm and --height-mm, or --width-px and ` +
    '--height-px. Results are JPEGs; sheets may be PDFs. There is no guarantee that an authority accepts a photo.',
  options: {
    ...outputOption('A file, a folder, or - for standard output', true),
    spec: textOption('ID', 'The format, such as us_passport or 1inch; for a country, its ids are suggested', {
      choices: specIds,
    }),
    'bg-color': textOption('C', 'White, blue, …, #RRGGBB or #RGB; unless given, the format’s default'),
    purpose: textOption('P', 'upload: pixels and kB of the portal, the default; print: millimetres, 300 to 600 dpi', {
      choices: () => PURPOSES,
    }),
    ...SHEET_OPTIONS,
    ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [optionOf(field), textOption('N', CUSTOM_MEANINGS[field])])),
    ...DETAIL_OPTION,
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: [
    'id-photo --spec us_passport portrait.jpg -o passport.jpg',
    'id-photo --sheet a4 --sheet-photos 1inch:8,2inch:4 me.jpg -o id.jpg',
  ],
  run: async (values, config) => {
    const job = idPhotoJob(readOptions(values), optionNameOf)
    const { spec, sheet } = job
    const request = readRequest(values, ['jpg'], false)
    if (sheet && request.destination.kind === 'standard output') {
      throw new UsageError('--sheet makes a second file: name a file or a folder for the results')
    }
    const access = serverAccessIn(values, config)
    const task: Task = {
      job: { ...job, ...detailFor(values, config, access) },
      ask: askFor(values, job),
      kinds: [
        { extension: 'jpg', name: '{name}.{ext}' },
        ...(sheet ? [sheetKind(sheet, optionalText(values, 'sheet')!)] : []),
      ],
      describe: () => [spec.name],
      warnings: warningsOfRun(),
    }
    await runBatch(request, task, config, access)
  },
}

type Parameter = CustomField | SheetField | 'spec' | 'bg_color' | 'purpose'

/** The options have the names of the parameters. */
function typed(values: Values, names: readonly Parameter[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, optionalText(values, optionOf(name))] as const)
  return Object.fromEntries(given.filter((entry): entry is [Parameter, string] => entry[1] !== undefined))
}

/**
 * A sheet of one format is drawn here, from the photo: requesting it would cost again. One of several formats is
 * requested, because the photo shows only the first of them.
 */
function askFor(values: Values, { spec, sheet }: IdPhotoJob): AskServer {
  const isMixed = sheet !== undefined && sheet.photos.length > 1
  const common = { ...typed(values, ['bg_color', 'purpose']), ...detailAsTyped(values) }
  const photo =
    'sheet_photos' in typed(values, SHEET_FIELDS) ? formatAsTyped(spec) : typed(values, ['spec', ...CUSTOM_FIELDS])
  return async (haveMade, image_file) => {
    const ask = async (wanted: object) => {
      const made = await haveMade('id-photo', { image_file, ...common, ...wanted })
      return { ...knownWarnings(made), picture: made.picture }
    }
    const made = await ask(photo)
    if (!sheet) return made
    if (!isMixed) return { ...made, sheet: await sheetOf(made.picture, sheet) }
    const { picture: drawn, ...warnings } = await ask(typed(values, SHEET_FIELDS))
    return { ...made, ...warnings, sheet: drawn }
  }
}

/** Of a list of formats and sizes. */
const formatAsTyped = ({ id, width_mm, height_mm }: IdPhotoJob['spec']) =>
  findSpec(id) ? { spec: id } : { width_mm, height_mm }

const sheetOf = async (photo: Blob, sheet: PrintSheet): Promise<Blob> =>
  new Blob([new Uint8Array(await sheetOfPhoto(Buffer.from(await photo.arrayBuffer()), sheet))])

/** A server of a later version may know others. */
function knownWarnings({ warnings, formats }: ServerPicture): Pick<Made, 'warnings' | 'formats'> {
  const known = (codes: readonly string[]) => codes.filter((code): code is Warning => code in WARNINGS)
  return {
    ...(warnings.length > 0 && { warnings: known(warnings) }),
    ...(formats && { formats: formats.map((it) => ({ format: it.format, warnings: known(it.warnings) })) }),
  }
}

/** Faults with every photo; what the authority says about all of them, once. */
function warningsOfRun(): (outcome: Pick<Made, 'warnings' | 'formats'>) => string[] {
  const said = new Set<string>()
  const inWords = (codes: readonly string[], before: string): string[] => {
    const { faults, notes } = sortWarnings(codes)
    const linesOf = (kind: string, of: readonly string[]) =>
      of.map((code) => `${before}${kind} ${code}: ${WARNINGS[code as Warning]}`)
    const once = linesOf('Note', notes).filter((line) => !said.has(line))
    for (const line of once) said.add(line)
    return [...linesOf('Warning', faults), ...once]
  }
  return ({ warnings = [], formats }) =>
    formats ? formats.flatMap((it) => inWords(it.warnings, `${it.format}: `)) : inWords(warnings, '')
}

const readOptions = (values: Values): IdPhotoOptions => ({
  background: optionalText(values, 'bg-color'),
  ...typed(values, ['spec', 'purpose', ...SHEET_FIELDS, ...CUSTOM_FIELDS]),
})

/** `out.jpg` → `out-4x6.jpg` */
const sheetKind = (sheet: PrintSheet, paper: string): FileKind => ({
  extension: sheet.format,
  name: `{name}-${paper.toLowerCase()}.{ext}`,
  meaning: `${photosIn(sheet)} photos to print at ${sheet.dpi} dpi`,
})
