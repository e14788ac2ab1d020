/** Runs a job of any kind from file to file. Each phase is timed for the outcome; the deadline is checked after it. */
import { setImmediate } from 'node:timers/promises'
import { runConvert } from './convert/run.js'
import { runCutout } from './cutout/run.js'
import { runFaceHints } from './id-photo/face-hints.js'
import { runIdPhoto } from './id-photo/run.js'
import type { FilesOf, InputOnly, Job, JobFiles, OutcomeOf, Phase } from './job.js'
import type { FindNearest } from './style/prompt/read.js'
import { runReadPrompt } from './style/read-prompt.js'
import { runPortraitStyle } from './style/run.js'
import type { Made, Timed, Tools } from './tools.js'

export type JobTools = Tools & { readonly findNearest: FindNearest }

export async function runJob<J extends Job>(job: J, files: FilesOf<J>, tools: JobTools): Promise<OutcomeOf<J>> {
  const timingsMs: Record<Phase, number> = { decode: 0, infer: 0, compose: 0, encode: 0 }
  const timed: Timed = async (phase, work) => {
    const startedAt = performance.now()
    const result = await work()
    timingsMs[phase] += performance.now() - startedAt // a set of pictures comes here once for each
    await setImmediate() // lets a cancellation in
    tools.deadline.check()
    return result
  }
  const made = await run(job, files as FilesOf<Job>, tools, timed)
  return { kind: job.kind, ...made, timingsMs } as OutcomeOf<J>
}

function run(job: Job, files: FilesOf<Job>, tools: JobTools, timed: Timed): Promise<Made<Job>> {
  if (job.kind === 'read-prompt') return runReadPrompt(job, {}, tools, timed)
  if (job.kind === 'face-hints') return runFaceHints(job, files as InputOnly, tools, timed)
  const pictures = files as JobFiles
  switch (job.kind) {
    case 'cutout':
      return runCutout(job, pictures, tools, timed)
    case 'id-photo':
      return runIdPhoto(job, pictures, tools, timed)
    case 'portrait-style':
      return runPortraitStyle(job, pictures, tools, timed)
    case 'convert':
      return runConvert(job, pictures, tools, timed)
  }
}
