/** Portrait styles from the command line: the same as POST /v1/portrait-style, without server, key or credit. */
import { nearestName } from '../catalog/nearest-name.js'
import { styleEntries } from '../catalog/styles.js'
import { PORTRAIT_STYLE } from '../imaging/job.js'
import { formatFor } from './batch/destination.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import {
  type Command,
  optionalChoice,
  optionalText,
  optionalWholeNumber,
  requiredText,
  textOption,
  UsageError,
  type Values,
} from './command.js'

const FORMATS = ['jpg', 'png'] as const
const DEFAULT_STYLE = 'oil-painting'

const styleIds = (): string[] => styleEntries().map(({ id }) => id)

export const styleCommand: Command = {
  name: 'style',
  group: 'Photos',
  summary: 'Paint portraits in a style, or by words',
  about: `${ABOUT_PHOTOS}\nGive a style, or a prompt: that is then painted instead.`,
  options: {
    ...outputOption('A file, a folder, or - for standard output', true),
    style: textOption('ID', 'The style, such as watercolour or ink-sketch', { choices: styleIds }),
    prompt: textOption('TEXT', 'A style in your own words, in English'),
    strength: textOption('N', 'How much of the style lies over the photo: 0 to 100'),
    format: textOption('F', 'png or jpg; by default that of OUT, else jpg', { choices: () => FORMATS }),
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: [
    'style --style ink-sketch portrait.jpg -o sketch.png',
    "style --prompt 'warm oil painting' portraits -o painted --jobs 2",
  ],
  run: async (values, config) => {
    const prompt = promptIn(values)
    const style = styleIn(values, prompt)
    const strength = optionalWholeNumber(values, 'strength', 0) ?? 100
    if (strength > 100) throw new UsageError(`--strength must be a whole number from 0 to 100 (got '${strength}')`)
    const request = readRequest(values, FORMATS, false)
    const format = formatFor(request.destination, optionalChoice(values, 'format', FORMATS), FORMATS)
    const job = {
      kind: 'portrait-style',
      style,
      strength,
      maxSide: PORTRAIT_STYLE.maxSide,
      format,
      ...(prompt && { prompt }),
    } as const
    await runBatch(
      request,
      { job, extension: format, suffix: style, describe: ({ styleRecipe }) => ['', styleRecipe] },
      config,
    )
  },
}

function promptIn(values: Values): string | undefined {
  const prompt = optionalText(values, 'prompt')
  if (prompt !== undefined && prompt.length > PORTRAIT_STYLE.promptLength) {
    throw new UsageError(`--prompt may have at most ${PORTRAIT_STYLE.promptLength} characters`)
  }
  return prompt
}

function styleIn(values: Values, prompt: string | undefined): string {
  const style = prompt === undefined ? requiredText(values, 'style') : (optionalText(values, 'style') ?? DEFAULT_STYLE)
  const known = styleIds()
  if (known.includes(style)) return style
  const nearest = nearestName(style, known)
  const advice = nearest === undefined ? `Choose one of: ${known.join(', ')}` : `Did you mean ${nearest}?`
  throw new UsageError(`--style '${style}' is not known. ${advice}`)
}
