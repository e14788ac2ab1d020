/** One job from file to file. The deadline is checked after each step; how long each took is part of the outcome. */
import type { Deadline } from './deadline.js'
import { decodePhoto } from './decode.js'
import { encodeToFile } from './encode.js'
import type { ImageLimits, Job, JobFiles, Outcome, Step } from './job.js'
import { cutOut, type MattingNetworks } from './matte/predict.js'
import { editsFor } from './recipe.js'

export interface Tools {
  readonly networks: MattingNetworks
  readonly limits: ImageLimits
  readonly deadline: Deadline
}

export async function runJob(job: Job, files: JobFiles, { networks, limits, deadline }: Tools): Promise<Outcome> {
  const timingsMs: Record<Step, number> = { decode: 0, infer: 0, compose: 0, encode: 0 }
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    timingsMs[step] = performance.now() - startedAt
    deadline.check()
    return result
  }

  const photo = await timed('decode', () => decodePhoto(files.input, limits, job.maxSide))
  const cutout = await timed('infer', () => cutOut(photo, networks))
  await timed('compose', async () => {
    for (const edit of editsFor(job)) await edit(cutout)
  })
  const file = await timed('encode', () => encodeToFile(cutout, job.format, files.output))
  return { width: cutout.width, height: cutout.height, ...file, timingsMs }
}
