/** One job that competes with no other: failures that are not the photo's fault are retried. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../base/errors.js'
import type { Engine } from '../engine/port.js'
import type { JobFiles, Order, OutcomeOf } from '../imaging/job.js'
import { type AskWorker, jobFor } from '../imaging/style/prompt/order.js'

/** For a job whose workers were killed or could not start. */
const TRIES = 3

export async function runPatiently<O extends Order>(
  order: O,
  files: JobFiles,
  engine: Engine,
  signal: AbortSignal,
): Promise<OutcomeOf<O>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const slot = await engine.admit({ account: '', rank: 'paid', kind: order.kind })
      try {
        const ask: AskWorker = async (job) => (await slot.run(job, {}, signal)).outcome
        return (await slot.run(await jobFor(order, ask), files, signal)).outcome as OutcomeOf<O>
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
