/** Portrait styles from the command line: the same as POST /v1/portrait-style, on this machine or by a server. */
import { strength, styleIds } from '../parameters/style.js'
import { STYLE_FORMATS } from '../photos/options.js'
import { styleJob } from '../photos/style.js'
import { formatFor } from './batch/destination.js'
import { DETAIL_OPTION, detailFor } from './batch/detail.js'
import { ABOUT_PHOTOS, BATCH_OPTIONS, outputOption, PHOTO_OPERAND, readRequest } from './batch/request.js'
import { runBatch } from './batch/run-batch.js'
import { serverAccessIn } from './batch/server-access.js'
import type { Task } from './batch/task.js'
import { type Command, optionalChoice, optionalText, optionalValue, textOption } from './command.js'

export const styleCommand: Command = {
  name: 'style',
  group: 'Photos',
  summary: 'Paint portraits in a style, or as a prompt describes',
  about: `${ABOUT_PHOTOS}\nGive a style, or a prompt, which then decides instead.`,
  options: {
    ...outputOption('A file, a folder, or - for standard output', true),
    style: textOption('ID', 'The style, such as watercolour or ink-sketch', { choices: styleIds }),
    prompt: textOption('TEXT', 'A style in your own words'),
    strength: textOption('N', 'How strongly the style is applied: 0 to 100'),
    format: textOption('F', 'png or jpg; by default that of OUT, else jpg', { choices: () => STYLE_FORMATS }),
    ...DETAIL_OPTION,
    ...BATCH_OPTIONS,
  },
  operand: PHOTO_OPERAND,
  examples: [
    'style --style ink-sketch portrait.jpg -o sketch.png',
    "style --prompt 'warm oil painting' portraits -o painted --jobs 2",
  ],
  run: async (values, config) => {
    const request = readRequest(values, STYLE_FORMATS, false)
    const format = formatFor(request.destination, optionalChoice(values, 'format', STYLE_FORMATS), STYLE_FORMATS)
    const options = {
      style: optionalText(values, 'style'),
      prompt: optionalText(values, 'prompt'),
      strength: optionalValue(values, 'strength', strength),
      format,
    }
    const access = serverAccessIn(values, config)
    const detail = detailFor(values, config, access)
    const job = { ...styleJob(options, (option) => `--${option}`), ...detail }
    const { style, prompt } = job
    const task: Task = {
      job,
      ask: async (haveMade, image_file) => {
        const parameters = { image_file, style, strength: job.strength, format, ...(prompt && { prompt }), ...detail }
        const { picture, recipe } = await haveMade('portrait-style', parameters)
        return { picture, ...(recipe && { styleRecipe: recipe }) }
      },
      kinds: [{ extension: format, name: '{name}.{ext}' }],
      describe: ({ styleRecipe }) => ['', decodeURIComponent(styleRecipe ?? '')],
    }
    await runBatch(request, task, config, access)
  },
}
