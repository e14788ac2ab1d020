/** One photo, by the engine. Results appear under their names when they are whole, and not before. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../engine/port.js'
import { AppError } from '../../errors.js'
import type { JobFiles, Outcome } from '../../imaging/job.js'
import type { Item } from './plan.js'
import type { Task } from './task.js'

/** Of a job that failed through no fault of its photo: workers that were killed, or that could not start. */
const TRIES = 3

export async function makeResult(item: Item, task: Task, engine: Engine, signal: AbortSignal): Promise<Outcome> {
  const { input, output } = item
  const [photo, second] = [partOf(output), partOf(task.also?.fileFor(output) ?? output)]
  try {
    await mkdir(path.dirname(output), { recursive: true })
    const files = { input, output: photo, ...(task.background && { background: task.background }) }
    const outcome = await runPatiently(task, files, engine, signal)
    if (task.also) await writeFile(second, await task.also.make(await readFile(photo)))
    signal.throwIfAborted()
    // The result comes last: where it is, its second file is, too.
    if (task.also) await rename(second, task.also.fileFor(output))
    await rename(photo, output)
    return outcome
  } finally {
    for (const part of [photo, second]) await rm(part, { force: true })
  }
}

/** Hidden, in the same folder, and of this process alone. */
const partOf = (file: string): string => path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`)

async function runPatiently({ job }: Task, files: JobFiles, engine: Engine, signal: AbortSignal): Promise<Outcome> {
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
