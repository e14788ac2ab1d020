/** The options that all commands for photos share. */
import { FILE_TYPES, namesOf } from '../../imaging/codec/file-type.js'
import {
  flagOption,
  type Options,
  optionalText,
  optionalWholeNumber,
  textOption,
  textsOf,
  UsageError,
  type Values,
} from '../command.js'
import { type Destination, destinationOf, type Format, STANDARD } from './destination.js'
import { isGlob } from './glob.js'
import { type Operands, operandsOf } from './operands.js'
import { SERVER_OPTIONS } from './server-access.js'
import type { Existing } from './skip.js'

export const PHOTO_OPERAND = { name: 'photos', label: 'INPUT', many: true } as const

/** What INPUT and OUT mean, for help. */
export const ABOUT_PHOTOS =
  `INPUT is a photo (${namesOf(FILE_TYPES)}), its http or https address, a folder with everything below it, a pattern ` +
  'in quotes, or - for standard input. Of two names without -o, the second is OUT if it does not exist. A folder OUT mirrors the folders of the photos. Results that exist and are newer than their photos ' +
  'are skipped, so the same command continues after an interruption. With --server, the photos are sent to a Silhouette ' +
  'server, which charges credits; otherwise they stay on this machine.'

export const outputOption = (meaning: string, required: boolean): Options => ({
  output: textOption('OUT', meaning, { short: 'o', required }),
})

export const BATCH_OPTIONS: Options = {
  jobs: textOption('N', 'Worker processes, instead of WORKERS; with --server, jobs at a time'),
  overwrite: flagOption('Make existing results again'),
  'skip-existing': flagOption('Keep existing results, however old'),
  watch: flagOption('Keep watching for new photos, until Ctrl-C'),
  json: flagOption('One line of JSON per photo on standard output'),
  ...SERVER_OPTIONS,
}

export const RECORD_OPTIONS: Options = {
  report: textOption('FILE', 'A table of all results, .csv; a later run continues it'),
  'contact-sheet': textOption('FILE', 'A page to look through them, .html; those that need a human eye come first'),
}

export interface Request {
  readonly inputs: readonly string[]
  readonly destination: Destination
  readonly existing: Existing
  /** Undefined: as many as the server would use. */
  readonly jobs: number | undefined
  readonly watch: boolean
  readonly json: boolean
  /** Files about the results. */
  readonly report: string | undefined
  readonly contactSheet: string | undefined
}

/** `beside`: whether results may go beside the photos when there is no --output. */
export function readRequest(values: Values, formats: readonly Format[], beside: boolean): Request {
  const operands = operandsOf(textsOf(values, PHOTO_OPERAND.name), optionalText(values, 'output'), formats)
  const { inputs } = operands
  if (inputs.length === 0) {
    throw new UsageError('The photo is missing: name its file, or a folder of photos')
  }
  const destination = destinationIn(operands, formats, beside)
  const request = {
    inputs,
    destination,
    existing: existingIn(values, destination),
    jobs: optionalWholeNumber(values, 'jobs', 1),
    watch: values.watch === true,
    json: values.json === true,
    report: recordIn(values, 'report', '.csv'),
    contactSheet: recordIn(values, 'contact-sheet', '.html'),
  }
  refuseContradictions(request)
  return request
}

function destinationIn({ inputs, output }: Operands, formats: readonly Format[], beside: boolean): Destination {
  if (output !== undefined) return destinationOf(output, formats)
  if (!beside) throw new UsageError('--output is missing')
  return inputs.includes(STANDARD) ? { kind: 'standard output' } : { kind: 'beside' }
}

/** A file that is named is written; in a folder of results nothing is made twice. */
function existingIn(values: Values, { kind }: Destination): Existing {
  if (values.overwrite === true && values['skip-existing'] === true) {
    throw new UsageError('Give either --overwrite or --skip-existing')
  }
  if (values.overwrite === true) return 'overwrite'
  if (values['skip-existing'] === true) return 'skip'
  return kind === 'folder' || kind === 'beside' ? 'newer' : 'overwrite'
}

/** Its ending keeps it from ever being a photo or a result. */
function recordIn(values: Values, option: string, ending: string): string | undefined {
  const file = optionalText(values, option)
  if (file === undefined || file.toLowerCase().endsWith(ending)) return file
  throw new UsageError(`--${option} must end in ${ending}; got '${file}'`)
}

function refuseContradictions(request: Request): void {
  const { inputs, destination, watch, json } = request
  const toOne = destination.kind === 'file' || destination.kind === 'standard output'
  if (inputs.length > 1 && toOne) throw new UsageError('There are several photos: name a folder for the results')
  if (inputs.length > 1 && inputs.includes(STANDARD)) throw new UsageError('stdin cannot be combined with other inputs')
  if (inputs.includes(STANDARD) && !toOne) throw new UsageError('A photo from stdin needs -o FILE or -o -')
  if (json && destination.kind === 'standard output') {
    throw new UsageError('--json and the result cannot both go to standard output')
  }
  const isStreamed = inputs.includes(STANDARD) || destination.kind === 'standard output'
  if (isStreamed && (request.report ?? request.contactSheet) !== undefined) {
    throw new UsageError('--report and --contact-sheet are about files: name them instead of -')
  }
  if (watch && destination.kind !== 'folder') throw new UsageError('--watch needs a folder for the results: -o OUT/')
  if (destination.kind === 'beside' && inputs.some(isGlob)) throw new UsageError('A pattern needs a folder: -o OUT/')
}
