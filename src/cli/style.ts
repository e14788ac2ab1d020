/** Portrait styles from the command line: the same as POST /v1/portrait-style, without server, key or credit. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import { styleEntries } from '../catalog/styles.js'
import { PORTRAIT_STYLE } from '../imaging/job.js'
import {
  type Command,
  optionalText,
  optionalWholeNumber,
  print,
  requiredText,
  textOption,
  UsageError,
} from './command.js'
import { runHere } from './run-here.js'

const DEFAULT_STYLE = 'oil-painting'

export const styleCommand: Command = {
  name: 'style',
  usage: '--style ID PHOTO -o FILE [--prompt TEXT] [--strength 0-100]',
  summary: 'Paint a portrait in a style, or by words; the file name says the format: .png or .jpg',
  options: {
    style: textOption,
    prompt: textOption,
    strength: textOption,
    output: { type: 'string', short: 'o' },
  },
  operand: 'photo',
  run: async (values, config) => {
    const prompt = optionalText(values, 'prompt')
    const style =
      prompt === undefined ? requiredText(values, 'style') : (optionalText(values, 'style') ?? DEFAULT_STYLE)
    if (!styleEntries().some(({ id }) => id === style)) {
      throw new UsageError(
        `--style '${style}' is not known. Choose one of: ${styleEntries()
          .map(({ id }) => id)
          .join(', ')}`,
      )
    }
    if (prompt !== undefined && prompt.length > PORTRAIT_STYLE.promptLength) {
      throw new UsageError(`--prompt may have at most ${PORTRAIT_STYLE.promptLength} characters`)
    }
    const strength = optionalWholeNumber(values, 'strength', 0) ?? 100
    if (strength > 100) throw new UsageError(`--strength must be a whole number from 0 to 100 (got '${strength}')`)
    const input = optionalText(values, 'photo')
    if (input === undefined) throw new UsageError('The photo is missing: name a JPEG, PNG, WebP or BMP file')
    const output = requiredText(values, 'output')
    const format = formatOf(output)
    await access(input).catch(() => {
      throw new UsageError(`${input} cannot be read`)
    })
    const job = {
      kind: 'portrait-style',
      style,
      strength,
      maxSide: PORTRAIT_STYLE.maxSide,
      format,
      ...(prompt && { prompt }),
    } as const
    const { width, height, bytes, styleRecipe } = await runHere(job, { input, output }, config)
    print(`${output}: ${width} x ${height} px, ${bytes} bytes; ${styleRecipe}`)
  },
}

function formatOf(file: string): 'png' | 'jpg' {
  const extension = path.extname(file).toLowerCase()
  if (extension === '.png') return 'png'
  if (extension === '.jpg' || extension === '.jpeg') return 'jpg'
  throw new UsageError(`The output must end in .png or .jpg (got '${file}')`)
}
