/** ID photos from the command line: the same as POST /v1/id-photo, on this machine or by a server. */
import path from 'node:path'
import { type IdPhotoSpec, idPhotoCatalog } from '../catalog/id-photo-formats.js'
import { sortWarnings, WARNINGS, type Warning } from '../catalog/id-photo-warnings.js'
import { SHEET_NAMES, type SheetName } from '../catalog/print-sheets.js'
import type { IdPhotoParameters } from '../client/index.js'
import { copiesOn } from '../imaging/id-photo/sheet-layout.js'
import { CUSTOM_FIELDS, type CustomField, DEFAULT_DPI } from '../parameters/custom-size.js'
import { type IdPhotoOptions, idPhotoJob, sheetOfPhotos } from '../photos/id-photo.js'
import type { AskServer } from './batch/by-server.js'
import { DETAIL_OPTION, detailAsTyped, detailFor } from './batch/detail.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import { serverAccessIn } from './batch/server-access.js'
import type { SecondFile, Task } from './batch/task.js'
import { type Command, optionalText, textOption, UsageError, type Values } from './command.js'

/** `width_mm` → `width-mm` */
const optionOf = (field: string): string => field.replace('_', '-')
const optionNameOf = (option: keyof IdPhotoOptions): string =>
  option === 'background' ? '--bg-color' : `--${optionOf(option)}`

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
    '--height-px. Results are JPEGs. There is no guarantee that an authority accepts a photo.',
  options: {
    ...outputOption('A file, a folder, or - for standard output', true),
    spec: textOption('ID', 'The format, such as us_passport or 1inch; for a country, its ids are suggested', {
      choices: specIds,
    }),
    'bg-color': textOption(
      'C',
      'The background: white, blue, …, #RRGGBB or #RGB; by default the format’s own, mostly white',
    ),
    sheet: textOption('S', `Also a sheet to print, OUT-S.jpg: ${SHEET_NAMES.join(', ')}`, {
      choices: () => SHEET_NAMES,
    }),
    ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [optionOf(field), textOption('N', CUSTOM_MEANINGS[field])])),
    ...DETAIL_OPTION,
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: [
    'id-photo --spec us_passport portrait.jpg -o passport.jpg',
    'id-photo --width-mm 40 --height-mm 50 staff -o badges --sheet a4',
  ],
  run: async (values, config) => {
    const { job, sheet } = idPhotoJob(readOptions(values), optionNameOf)
    const { spec } = job
    const request = readRequest(values, ['jpg'], false)
    if (sheet && request.destination.kind === 'standard output') {
      throw new UsageError('--sheet makes a second file: name a file or a folder for the results')
    }
    const access = serverAccessIn(values, config)
    const task: Task = {
      job: { ...job, ...detailFor(values, config, access) },
      ask: askFor(values),
      extension: 'jpg',
      suffix: spec.id,
      describe: () => [spec.name],
      warnings: ({ warnings = [] }) => warningsInWords(warnings),
      ...(sheet && { also: sheetFile(spec, sheet) }),
    }
    await runBatch(request, task, config, access)
  },
}

/** The options have the names of the parameters. The sheet is drawn here, from the photo: requesting it would cost again. */
function askFor(values: Values): AskServer {
  const given = CUSTOM_FIELDS.map((field) => [field, optionalText(values, optionOf(field))])
  const size = Object.fromEntries(given.filter(([, text]) => text !== undefined)) as Record<string, string>
  const detail = detailAsTyped(values)
  const [spec, bg_color] = [optionalText(values, 'spec'), optionalText(values, 'bg-color')]
  return async (client, image_file, signal) => {
    const parameters = { image_file, ...size, ...(spec && { spec }), ...(bg_color && { bg_color }), ...detail }
    const result = await client.idPhoto(parameters as IdPhotoParameters, { signal })
    // A server of a later version may know other warnings.
    const warnings = result.warnings.filter((code): code is Warning => code in WARNINGS)
    return { picture: await client.download(result, { signal }), ...(warnings.length > 0 && { warnings }) }
  }
}

function warningsInWords(codes: readonly Warning[]): string[] {
  const { faults, notes } = sortWarnings(codes)
  const inWordsAs = (kind: string) => (code: Warning) => `${kind} ${code}: ${WARNINGS[code]}`
  return [...faults.map(inWordsAs('Warning')), ...notes.map(inWordsAs('Note'))]
}

const readOptions = (values: Values): IdPhotoOptions => ({
  spec: optionalText(values, 'spec'),
  background: optionalText(values, 'bg-color'),
  sheet: optionalText(values, 'sheet'),
  ...Object.fromEntries(CUSTOM_FIELDS.map((field) => [field, optionalText(values, optionOf(field))])),
})

/** `out.jpg` → `out-4x6.jpg` */
function sheetFile(spec: IdPhotoSpec, name: SheetName): SecondFile {
  return {
    fileFor: (result) => {
      const { dir, name: stem } = path.parse(result)
      return path.join(dir, `${stem}-${name}.jpg`)
    },
    make: (jpeg) => sheetOfPhotos(jpeg, spec, name),
    meaning: `${copiesOn(name, spec)} photos to print at 300 dpi`,
  }
}
