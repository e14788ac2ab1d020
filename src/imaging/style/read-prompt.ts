/** A prompt alone: refused if nothing of it is understood. The picture is not looked at. */
import { writeFile } from 'node:fs/promises'
import type { ReadPromptJob } from '../job.js'
import type { Operation } from '../tools.js'
import type { StyleTools } from './tools.js'

const NOWHERE = { left: 0, top: 0, width: 0, height: 0 }

export const runReadPrompt: Operation<ReadPromptJob, { readonly style: Pick<StyleTools, 'readPrompt'> }> = async (
  { prompt, style: preset },
  files,
  { style },
  timed,
) => {
  const { description } = await timed('infer', () => style.readPrompt(prompt, preset))
  await writeFile(files.output, description)
  const nothing = { width: 0, height: 0, foreground: NOWHERE }
  return {
    ...nothing,
    contentType: 'text/plain',
    extension: 'txt',
    bytes: description.length,
    styleRecipe: description,
  }
}
