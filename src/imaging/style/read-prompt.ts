/** What a prompt means, where its words alone do not say. Only this needs the network; the rest is `prompt/read.ts`. */
import type { ReadPromptJob } from '../job.js'
import type { Operation } from '../tools.js'
import type { FindNearest } from './prompt/read.js'

export const runReadPrompt: Operation<ReadPromptJob, { readonly findNearest: FindNearest }> = async (
  { text, unwanted },
  _files,
  { findNearest },
  timed,
) => {
  const nearest = await timed('infer', () => findNearest(text, unwanted))
  return nearest ? { nearest } : {}
}
