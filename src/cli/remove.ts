/** Background removal from the command line: the same as the API without watermark, on this machine or by a server. */
import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPreset, presets } from '../catalog/presets.js'
import type { CutoutParameters } from '../client/index.js'
import type { Config } from '../config/config.js'
import type { CutoutJob } from '../imaging/job.js'
import { SHADOWS } from '../parameters/rendering-readers.js'
import { type CutoutOption, cutoutJob } from '../photos/cutout.js'
import { CUTOUT_FORMATS, CUTOUT_SIZES, type CutoutOptions } from '../photos/options.js'
import type { AskServer } from './batch/by-server.js'
import { formatFor } from './batch/destination.js'
import { DETAIL_OPTION, detailAsTyped, detailFor } from './batch/detail.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import { serverAccessIn } from './batch/server-access.js'
import {
  type Command,
  flagOption,
  optionalChoice,
  optionalText,
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
    'takes no number, and PNGs have at most 10 MP.',
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
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: ['remove photo.jpg -o cutout.png', "remove photos '2026/**/*.jpg' -o cutouts --bg-color white --crop"],
  run: async (values, config) => {
    const request = readRequest(values, CUTOUT_FORMATS, true)
    const given = optionalChoice(values, 'format', CUTOUT_FORMATS)
    const format = formatFor(
      request.destination,
      given,
      CUTOUT_FORMATS,
      findPreset(optionalText(values, 'for') ?? '')?.format,
    )
    const access = serverAccessIn(values, config)
    const job = { ...readCutoutJob(values, format, config), ...detailFor(values, config, access) }
    const picture = optionalText(values, 'bg-image')
    if (access) refuseWhatServersLack(values)
    const ask = askFor(values, format)
    const task = { job, ask, extension: format, suffix: 'cutout', ...(picture && { background: picture }) }
    await runBatch(request, task, config, access)
  },
}

function refuseWhatServersLack(values: Values): void {
  const size = optionalText(values, 'size')?.toLowerCase() ?? 'full'
  if (!CUTOUT_SIZES.some((known) => known === size)) {
    throw new UsageError(
      `--size must be ${CUTOUT_SIZES.join(', ')} with --server; a server takes no number; got '${size}'`,
    )
  }
}

/** The values have been checked for this machine; a server reads them in the same way. */
function askFor(values: Values, format: (typeof CUTOUT_FORMATS)[number]): AskServer {
  const size = optionalText(values, 'size')?.toLowerCase() ?? 'full'
  const [bg_color, picture] = [optionalText(values, 'bg-color'), optionalText(values, 'bg-image')]
  const crop_margin = optionalText(values, 'margin')
  return async (client, image_file, signal) => {
    const parameters = {
      image_file,
      size: size === 'full' ? '50MP' : size,
      format,
      type_level: 'none',
      channels: values['only-mask'] === true ? 'alpha' : 'rgba',
      crop: values.crop === true,
      ...(crop_margin && { crop_margin }),
      ...detailAsTyped(values),
      ...(bg_color && { bg_color }),
      ...(picture && { bg_image_file: new Blob([await readFile(picture)]) }),
    }
    const result = await client.cutout(parameters as CutoutParameters, { signal })
    const { picture: cutout, width, height, foreground, confidence } = result
    return { picture: cutout, width, height, foreground, ...(confidence !== undefined && { confidence }) }
  }
}

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
  const typed = Object.entries(NAMES).map(([option, name]) => [option, values[name.slice(2)]])
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
