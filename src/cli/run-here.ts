/** Runs one job in this process. The networks are loaded on demand: mistakes are reported without them. */
import type { Config } from '../config.js'
import { IMAGE_SIDES, type Job, type JobFiles, type Outcome } from '../imaging/job.js'

export async function runHere(job: Job, files: JobFiles, config: Config): Promise<Outcome> {
  const { modelStoreOf } = await import('../models/store.js')
  const { createProgressReporter } = await import('../models/progress.js')
  const { loadTools } = await import('../imaging/load-tools.js')
  const { chooseNetworks } = await import('../imaging/networks/choose.js')
  const { createDeadline } = await import('../imaging/deadline.js')
  const { runJob } = await import('../imaging/run-job.js')
  const store = modelStoreOf(config)
  await store.pull(createProgressReporter(process.stderr))
  const { findSubject, findFaces, style } = await loadTools(
    chooseNetworks(await store.networks(), await store.texts()),
    config.engine.quality,
    config.engine.threadsPerWorker,
  )
  const limits = { ...IMAGE_SIDES, pixels: config.limits.pixels }
  const deadline = createDeadline(config.engine.jobTimeoutMs)
  return runJob(job, files, { findSubject, findFaces, style, limits, deadline })
}
