/** What a prompt means, where its words alone do not say. Only this needs the network; the rest is `prompt/read.ts`. */
import type { ReadPromptJob } from '../job.js'
import type { Operation } from '../tools.js'
import type { StyleTools } from './tools.js'

export const runReadPrompt: Operation<ReadPromptJob, { readonly style: Pick<StyleTools, 'findNearest'> }> = async (
  { text, unwanted },
  _files,
  { style },
  timed,
) => {
  const nearest = await timed('infer', () => style.findNearest(text, unwanted))
  return nearest ? { nearest } : {}
}
