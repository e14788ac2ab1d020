/** Runs a job of any kind from file to file. Each phase is timed for the outcome; the deadline is checked after it. */
import { setImmediate } from 'node:timers/promises'
import { runConvert } from './convert/run.js'
import { runCutout } from './cutout/run.js'
import { runIdPhoto } from './id-photo/run.js'
import type { Job, JobFiles, Outcome, Phase } from './job.js'
import { runReadPrompt } from './style/read-prompt.js'
import { runPortraitStyle } from './style/run.js'
import type { StyleTools } from './style/tools.js'
import type { Timed, Tools } from './tools.js'

export type JobTools = Tools & { readonly style: StyleTools }

export async function runJob(job: Job, files: JobFiles, tools: JobTools): Promise<Outcome> {
  const timingsMs: Record<Phase, number> = { decode: 0, infer: 0, compose: 0, encode: 0 }
  const timed: Timed = async (phase, work) => {
    const startedAt = performance.now()
    const result = await work()
    timingsMs[phase] = performance.now() - startedAt
    await setImmediate() // lets in the message that nobody wants this job any more
    tools.deadline.check()
    return result
  }
  return { ...(await run(job, files, tools, timed)), timingsMs }
}

function run(job: Job, files: JobFiles, tools: JobTools, timed: Timed): Promise<Omit<Outcome, 'timingsMs'>> {
  switch (job.kind) {
    case 'cutout':
      return runCutout(job, files, tools, timed)
    case 'id-photo':
      return runIdPhoto(job, files, tools, timed)
    case 'portrait-style':
      return runPortraitStyle(job, files, tools, timed)
    case 'read-prompt':
      return runReadPrompt(job, files, tools, timed)
    case 'convert':
      return runConvert(job, files, tools, timed)
  }
}
