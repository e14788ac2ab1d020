/** Background removal from the command line: the same as the API without watermark, on this machine or by a server. */
import { accessSync, constants } from 'node:fs'
import { CUTOUT_WARNINGS } from '../catalog/cutout-warnings.js'
import { type Preset, presets } from '../catalog/presets.js'
import type { Config } from '../config/config.js'
import type { CutoutJob } from '../imaging/job.js'
import { OUTPUT_MAX_SIDE } from '../parameters/cutout.js'
import { renderingReaders, SHADOWS } from '../parameters/rendering-readers.js'
import { type CutoutOption, cutoutJob } from '../photos/cutout.js'
import { CUTOUT_FORMATS, CUTOUT_SIZES, type CutoutOptions } from '../photos/options.js'
import { askFor, refuseWhatServersLack, whatOnlyRemoveKnows } from './ask-cutout.js'
import { type Destination, formatFor } from './batch/destination.js'
import { DETAIL_OPTION, detailFor } from './batch/detail.js'
import type { FileKind, Naming } from './batch/item.js'
import { checkTemplate, hasField } from './batch/name-template.js'
import {
  ABOUT_PHOTOS,
  BATCH_OPTIONS,
  outputOption,
  PHOTO_OPERAND,
  RECORD_OPTIONS,
  type Request,
  readRequest,
} from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import { serverAccessIn } from './batch/server-access.js'
import type { Task } from './batch/task.js'
import {
  type Command,
  flagOption,
  optionalChoice,
  optionalText,
  optionalValue,
  textOption,
  UsageError,
  type Values,
} from './command.js'

const presetNames = (): string[] => presets().map(({ id }) => id)

export const removeCommand: Command = {
  name: 'remove',
  group: 'Photos',
  summary: 'Remove the background of photos',
  about:
    `${ABOUT_PHOTOS}\nWithout -o, the result of photo.jpg is photo-cutout.png beside it. With --server, --size ` +
    `takes no number, and PNGs have at most 10 MP; with a preset, a canvas, a shadow or the like, results have at most ${OUTPUT_MAX_SIDE} px.`,
  options: {
    ...outputOption('A file, a folder, or - for standard output', false),
    'bg-color': textOption('C', 'Background colour: a CSS name, #RGB, #RRGGBB or #RRGGBBAA'),
    'bg-image': textOption('FILE', 'Background picture'),
    format: textOption('F', 'png, jpg, webp or avif; by default that of OUT, else png', {
      choices: () => CUTOUT_FORMATS,
    }),
    for: textOption('P', 'What a shop or network asks for: amazon, ebay, …; several make a file of each', {
      choices: presetNames,
    }),
    canvas: textOption('S', 'Size of the picture, such as 2000x2000, or its shape, such as 1:1'),
    fill: textOption('P', 'How much of the canvas the subject takes, such as 85%'),
    'fill-by': textOption('W', 'side or weight: by its longer side (the default), or by its area'),
    align: textOption('A', 'centre, bottom or optical: where it goes on the canvas'),
    crop: flagOption('Crop the result to the subject'),
    margin: textOption('M', 'Room around it or on the canvas: 10px, 5%, or two or four of them in quotes'),
    'bg-gradient': textOption('G', 'Two colours from top to bottom: "#ffffff #d8dce2"; radial after them for a circle'),
    'bg-blur': textOption('N', '0 to 100: blur of the picture, or without one of what is behind the subject'),
    shadow: textOption('K', `${SHADOWS.join(', ')}; none unless given`, { choices: () => SHADOWS }),
    'shadow-strength': textOption('N', '0 to 100; 50 unless given'),
    'shadow-softness': textOption('N', '0 to 100; 50 unless given'),
    quality: textOption('N', 'Of the encoder, 1 to 100; 92 unless given'),
    roi: textOption('R', 'Where the subject can be: x1 y1 x2 y2 in quotes, in px or %'),
    size: textOption('S', 'Largest size: full, 4k (25 MP), hd (4), medium (1.5), or a longest side in px', {
      choices: () => CUTOUT_SIZES,
    }),
    ...DETAIL_OPTION,
    'only-mask': flagOption('The mask alone, white where the subject is'),
    'only-foreground': flagOption('The subject’s own colours alone, also under its soft edge'),
    name: textOption('N', 'Of results: {name}, {preset}, {ext}, {folder} of the photo, {n}; slashes make folders'),
    ...RECORD_OPTIONS,
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: ['remove photo.jpg -o cutout.png', 'remove photos -o shop --for amazon,ebay --contact-sheet shop.html'],
  run: async (values, config) => {
    const chosen = optionalValue(values, 'for', renderingReaders().preset) ?? []
    const isSet = chosen.length > 1
    const request = readRequest(values, isSet ? ['zip'] : CUTOUT_FORMATS, true)
    const { destination } = request
    if (isSet && destination.kind === 'standard output') {
      throw new UsageError('Several presets make several files: name a folder for them, or a .zip')
    }
    const given = optionalChoice(values, 'format', CUTOUT_FORMATS)
    const format = isSet ? given : formatFor(destination, given, CUTOUT_FORMATS, chosen[0]?.format)
    const access = serverAccessIn(values, config)
    const job = { ...readCutoutJob(values, format, config), ...detailFor(values, config, access) }
    const beyond = whatOnlyRemoveKnows(values, Object.values(NAMES).map(withoutDashes))
    if (access) refuseWhatServersLack(values, beyond)
    const picture = optionalText(values, 'bg-image')
    const task: Task = {
      job,
      ask: askFor(values, beyond, job),
      kinds: kindsOf(job, chosen, nameIn(values, request, isSet), destination),
      meanings: CUTOUT_WARNINGS,
      ...(picture && { background: picture }),
    }
    await runBatch(request, task, config, access)
  },
}

/** A set stays in its ZIP where that is named. */
function kindsOf(job: CutoutJob, chosen: readonly Preset[], name: string, { kind }: Destination): Naming['kinds'] {
  const { set } = job
  if (set && kind === 'file') return [{ extension: 'zip', name }]
  const [first, ...others] = (set ?? [job]).map(({ format }, index): FileKind => {
    const preset = chosen[index]?.id
    return { extension: format, name, ...(preset && { preset }) }
  })
  return [first!, ...others]
}

/** `--name`, or what results are called without it. */
function nameIn(values: Values, { destination: { kind }, watch }: Request, isSet: boolean): string {
  const given = optionalText(values, 'name')
  if (given === undefined) {
    if (isSet) return '{name}-{preset}.{ext}'
    return kind === 'beside' ? '{name}-cutout.{ext}' : '{name}.{ext}'
  }
  checkTemplate(given)
  if (kind === 'file' || kind === 'standard output')
    throw new UsageError('--name needs a folder for the results: -o OUT/')
  if (isSet && !hasField(given, 'preset')) throw new UsageError('--name needs {preset} where there are several')
  if (optionalText(values, 'for') === undefined && hasField(given, 'preset')) {
    throw new UsageError('--name can have {preset} only with --for')
  }
  if (watch && hasField(given, 'n')) {
    throw new UsageError('--name cannot have {n} with --watch: every new photo would change the numbers of others')
  }
  return given
}

const withoutDashes = (name: string): string => name.slice(2)

/** How options are spelled here. */
const NAMES: Readonly<Record<CutoutOption, string>> = {
  format: '--format',
  background: '--bg-color',
  backgroundImage: '--bg-image',
  backgroundGradient: '--bg-gradient',
  backgroundBlur: '--bg-blur',
  preset: '--for',
  canvas: '--canvas',
  fill: '--fill',
  fillBy: '--fill-by',
  align: '--align',
  crop: '--crop',
  margin: '--margin',
  shadow: '--shadow',
  shadowStrength: '--shadow-strength',
  shadowSoftness: '--shadow-softness',
  quality: '--quality',
  roi: '--roi',
  size: '--size',
  onlyMask: '--only-mask',
  onlyForeground: '--only-foreground',
  detail: '--detail',
}

export function readCutoutJob(
  values: Values,
  format: CutoutOptions['format'],
  { limits }: Pick<Config, 'limits'>,
): CutoutJob {
  const picture = optionalText(values, 'bg-image')
  const typed = Object.entries(NAMES).map(([option, name]) => [option, values[withoutDashes(name)]])
  // Texts and flags as typed: the readers know what a number is.
  const options = { ...Object.fromEntries(typed), format } as CutoutOptions
  const job = cutoutJob(options, picture !== undefined, limits.pixels, (option) => NAMES[option])
  if (picture !== undefined) refuseUnreadable(picture)
  return job
}

function refuseUnreadable(picture: string): void {
  try {
    accessSync(picture, constants.R_OK)
  } catch {
    throw new UsageError(`--bg-image ${picture} cannot be read`)
  }
}
