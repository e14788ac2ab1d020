/** A batch from the request to the exit status, with this machine's workers, streams and signals. */
import type { Config } from '../../config.js'
import { onInterruption } from './interruption.js'
import { engineOnDemand } from './on-demand.js'
import { createReport } from './report.js'
import type { Request } from './request.js'
import { runRequest } from './run-request.js'
import { withFiles } from './standard-streams.js'
import type { Task } from './task.js'
import { openWorkers } from './worker-pool.js'

const EXIT = { allGood: 0, someFailed: 1, interrupted: 130 } as const

export async function runBatch(
  wanted: Request,
  task: Task,
  config: Config,
  quality: Config['engine']['quality'] = config.engine.quality,
): Promise<void> {
  const signal = onInterruption(() => process.exit(EXIT.interrupted))
  const streams = await withFiles(wanted, task.extension, signal).catch((error: unknown) => {
    if (signal.aborted) process.exit(EXIT.interrupted)
    throw error
  })
  const { request } = streams
  const workers = request.jobs ?? config.engine.workers
  const silent = wanted.destination.kind === 'standard output'
  const report = createReport(task, { out: process.stdout, err: process.stderr, json: request.json, silent })
  const openFor = (photos: number) => {
    const crew = { workers: request.watch ? workers : Math.min(workers, photos), quality }
    return openWorkers(config, crew, report.loading)
  }
  const engine = engineOnDemand(openFor, signal)
  try {
    const interrupted = await runRequest(request, { task, report, signal, engine, atOnce: workers + 1 })
    if (report.tally.done > 0) await streams.deliver()
    process.exitCode = report.tally.failures.length > 0 ? EXIT.someFailed : EXIT.allGood
    // Networks may still be on their way, and nobody waits for them.
    if (interrupted) setImmediate(() => process.exit(EXIT.interrupted))
  } finally {
    await engine.close()
    await streams.close()
  }
}
