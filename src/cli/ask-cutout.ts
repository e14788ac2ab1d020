/** How a server is asked for a cut-out: by `cutout` of /v1.0 in any size, by `remove` of /v1 for all that only it knows. */
import { readFile } from 'node:fs/promises'
import type { CutoutJob } from '../imaging/job.js'
import { webColour } from '../parameters/colours.js'
import { OUTPUT_MAX_SIDE } from '../parameters/cutout.js'
import { CUTOUT_SIZES } from '../photos/options.js'
import type { AskServer } from './batch/by-server.js'
import { BatchStopped } from './batch/producer.js'
import { optionalText, optionalValue, UsageError, type Values } from './command.js'

/** What POST /v1.0/cutout understands. Anything else goes to POST /v1/remove, so that nothing is dropped in silence. */
const ANY_SIZE_OPTIONS: readonly string[] = [
  'format',
  'bg-color',
  'bg-image',
  'crop',
  'margin',
  'roi',
  'size',
  'only-mask',
  'detail',
]

/** The options whose values a server reads as they were typed, by the same names with underscores. */
const AS_TYPED = [
  'canvas',
  'fill',
  'fill-by',
  'align',
  'margin',
  'bg-gradient',
  'bg-blur',
  'shadow',
  'shadow-strength',
  'shadow-softness',
  'quality',
  'roi',
  'detail',
] as const

/** The first such option that is given. */
export const whatOnlyRemoveKnows = (values: Values, options: readonly string[]): string | undefined =>
  options.find((option) => values[option] !== undefined && !ANY_SIZE_OPTIONS.includes(option))

export function refuseWhatServersLack(values: Values, beyond: string | undefined): void {
  const size = sizeIn(values)
  if (!CUTOUT_SIZES.some((known) => known === size)) {
    throw new UsageError(
      `--size must be ${CUTOUT_SIZES.join(', ')} with --server; a server takes no number; got '${size}'`,
    )
  }
  if (beyond === undefined) return
  if (size !== 'full') {
    throw new UsageError(`--size must be full with --server and --${beyond}, which is up to ${OUTPUT_MAX_SIDE} px`)
  }
  if ((optionalValue(values, 'bg-color', webColour)?.alpha ?? 255) < 255) {
    throw new UsageError(`--bg-color must be opaque with --server and --${beyond}`)
  }
}

/** The values have been checked for this machine; a server reads them in the same way. */
export const askFor = (values: Values, beyond: string | undefined, job: CutoutJob): AskServer =>
  beyond === undefined ? askInAnySize(values, job) : askForMore(values, job)

const sizeIn = (values: Values): string => optionalText(values, 'size')?.toLowerCase() ?? 'full'

async function backgroundIn(values: Values): Promise<{ bg_image_file?: Blob }> {
  const picture = optionalText(values, 'bg-image')
  return picture === undefined ? {} : { bg_image_file: new Blob([await readFile(picture)]) }
}

function askInAnySize(values: Values, { format }: CutoutJob): AskServer {
  const size = sizeIn(values)
  const text = (option: string): string | undefined => optionalText(values, option)
  return async (haveMade, image_file) => {
    const made = await haveMade('cutout', {
      image_file,
      size: size === 'full' ? '50MP' : size,
      format,
      type_level: 'none',
      channels: values['only-mask'] === true ? 'alpha' : 'rgba',
      crop: values.crop === true,
      crop_margin: text('margin'),
      roi: text('roi'),
      detail: text('detail'),
      bg_color: text('bg-color'),
      ...(await backgroundIn(values)),
    })
    const { pictures: _pictures, formats: _formats, recipe: _recipe, ...answer } = made
    return answer
  }
}

function askForMore(values: Values, { format, set }: CutoutJob): AskServer {
  const typed = AS_TYPED.map((option) => [option.replaceAll('-', '_'), optionalText(values, option)])
  const colour = plainColourIn(values)
  return async (haveMade, image_file) => {
    const { picture, warnings, confidence, pictures } = await haveMade('remove', {
      image_file,
      size: 'full',
      ...Object.fromEntries(typed),
      preset: optionalText(values, 'for'),
      // Every picture of a set has the format of its preset, unless one was given.
      format: set ? optionalText(values, 'format') : format,
      bg_color: colour,
      ...(values.crop === true && { crop: true }),
      ...(values['only-mask'] === true && { output: 'mask' }),
      ...(values['only-foreground'] === true && { output: 'foreground' }),
      ...(await backgroundIn(values)),
    })
    if (set && !pictures) {
      throw new BatchStopped('internal', 'Stopped: the server knows no presets: it is of an earlier version')
    }
    return {
      picture,
      warnings,
      ...(confidence !== undefined && { confidence }),
      ...(set && pictures && { set: pictures }),
    }
  }
}

/** POST /v1/remove takes fewer notations of colours than this command. */
function plainColourIn(values: Values): string | undefined {
  if (optionalText(values, 'bg-color') === undefined) return undefined
  const colour = optionalValue(values, 'bg-color', webColour)
  if (colour === undefined) return 'transparent'
  return `#${[colour.r, colour.g, colour.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
