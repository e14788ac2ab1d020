/** Background removal from the command line: the same as the API, without server, key, credit or watermark. */
import { accessSync, constants } from 'node:fs'
import type { Config } from '../config.js'
import { parseBackgroundColour } from '../http/compat/colours.js'
import { cropMargins } from '../http/compat/parameters.js'
import { caps } from '../http/compat/sizes.js'
import { BadValue, type Parse } from '../http/compat/values.js'
import type { Background, CutoutJob, SizeCap } from '../imaging/job.js'
import { formatFor } from './batch/destination.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import {
  type Command,
  flagOption,
  optionalChoice,
  optionalText,
  textOption,
  UsageError,
  type Values,
} from './command.js'

const FORMATS = ['png', 'jpg', 'webp'] as const
const QUALITIES = ['fast', 'balanced', 'best'] as const
/** A longest side is given as a number instead. */
const SIZES = ['medium', 'hd', '4k'] as const
const NO_MARGIN = '0'

export const removeCommand: Command = {
  name: 'remove',
  group: 'Photos',
  summary: 'Remove the background of photos',
  about: `${ABOUT_PHOTOS}\nWithout -o the result of photo.jpg is photo-cutout.png beside it.`,
  options: {
    ...outputOption('A file, a folder, or - for standard output', false),
    'bg-color': textOption('C', 'Put a colour behind: a CSS name, #RGB, #RRGGBB or #RRGGBBAA'),
    'bg-image': textOption('FILE', 'Put a picture behind'),
    format: textOption('F', 'png, jpg or webp; by default that of OUT, else png', { choices: () => FORMATS }),
    crop: flagOption('Cut the result to the subject'),
    margin: textOption('M', 'Room around it: 10px, 5%, or two or four of them in quotes'),
    size: textOption('S', 'At most: full, 4k (25 MP), hd (4), medium (1.5), or the longest side in px', {
      choices: () => ['full', ...SIZES],
    }),
    quality: textOption('Q', 'fast, balanced or best: how often the network looks; else QUALITY', {
      choices: () => QUALITIES,
    }),
    'only-mask': flagOption('The mask alone, white where the subject is'),
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: ['remove photo.jpg -o cutout.png', "remove photos '2026/**/*.jpg' -o cutouts --bg-color white --crop"],
  run: async (values, config) => {
    const quality = optionalChoice(values, 'quality', QUALITIES)
    const request = readRequest(values, FORMATS, true)
    const format = formatFor(request.destination, optionalChoice(values, 'format', FORMATS), FORMATS)
    const job = readCutoutJob(values, format, config)
    const picture = optionalText(values, 'bg-image')
    const task = { job, extension: format, suffix: 'cutout', ...(picture && { background: picture }) }
    await runBatch(request, task, config, quality)
  },
}

export function readCutoutJob(
  values: Values,
  format: CutoutJob['format'],
  { limits }: Pick<Config, 'limits'>,
): CutoutJob {
  const background = backgroundIn(values)
  return {
    kind: 'cutout',
    cap: sizeIn(values, limits.pixels),
    format,
    channels: values['only-mask'] === true ? 'alpha' : 'rgba',
    watermark: false,
    classify: false,
    ...(background && { background }),
    ...marginsIn(values),
  }
}

function backgroundIn(values: Values): Background | undefined {
  const colour = readWith(values, 'bg-color', parseBackgroundColour)
  const picture = optionalText(values, 'bg-image')
  if (colour && picture !== undefined) throw new UsageError('Give either --bg-color or --bg-image')
  if ((colour || picture !== undefined) && values['only-mask'] === true) {
    throw new UsageError('A mask has no background: leave out --bg-color and --bg-image, or --only-mask')
  }
  if (picture === undefined) return colour && { kind: 'colour', ...colour }
  try {
    accessSync(picture, constants.R_OK)
  } catch {
    throw new UsageError(`--bg-image ${picture} cannot be read`)
  }
  return { kind: 'image', parameter: '--bg-image' }
}

function marginsIn(values: Values): Pick<CutoutJob, 'crop'> {
  const margins = readWith(values, 'margin', cropMargins)
  if (margins && values.crop !== true) throw new UsageError('--margin is for --crop')
  return values.crop === true ? { crop: margins ?? cropMargins(NO_MARGIN) } : {}
}

function sizeIn(values: Values, pixels: number): SizeCap {
  const text = optionalText(values, 'size')?.toLowerCase() ?? 'full'
  if (text === 'full') return { pixels }
  const named = SIZES.find((name) => name === text)
  if (named) return caps[named]
  const longestSide = Number(/^(\d{1,5})(px)?$/.exec(text)?.[1])
  if (longestSide >= 1) return { longestSide }
  throw new UsageError(`--size must be full, ${SIZES.join(', ')} or a number of pixels (got '${text}')`)
}

/** The same readers as for requests. */
function readWith<T>(values: Values, name: string, parse: Parse<T>): T | undefined {
  const text = optionalText(values, name)
  try {
    return text === undefined ? undefined : parse(text)
  } catch (error) {
    if (error instanceof BadValue) throw new UsageError(`--${name}: ${error.rule} (got '${text}')`)
    throw error
  }
}
