/** One job with nobody to compete with: what fails through no fault of its photo is tried again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { Job, JobFiles, Outcome } from '../imaging/job.js'

/** Of a job whose workers were killed, or could not start. */
const TRIES = 3

export async function runPatiently(job: Job, files: JobFiles, engine: Engine, signal: AbortSignal): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const slot = await engine.admit({ account: '', rank: 'paid', kind: job.kind })
      try {
        return (await slot.run(job, files, signal)).outcome
      } finally {
        slot.release()
      }
    } catch (error) {
      const isBusy = error instanceof AppError && error.kind === 'busy'
      if (!isBusy || attempt === TRIES || signal.aborted) throw error
      await sleep((error.retryAfterSeconds ?? 1) * 1000, undefined, { signal })
    }
  }
}
