/** A batch, from the request to the exit status: workers of this machine or a server, streams and signals. */
import type { Config } from '../../config/config.js'
import { createProgressReporter } from '../../models/progress.js'
import { atOnce } from './at-once.js'
import { byJobs } from './by-jobs.js'
import { byServer } from './by-server.js'
import { byWorkers } from './by-workers.js'
import { withDownloads } from './download.js'
import { onInterruption } from './interruption.js'
import { engineOnDemand } from './on-demand.js'
import { isOnePhoto } from './one-photo.js'
import { createRecords } from './records.js'
import { createReport } from './report.js'
import type { Request } from './request.js'
import { runRequest } from './run-request.js'
import type { ServerAccess } from './server-access.js'
import { withFiles } from './standard-streams.js'
import type { Task } from './task.js'

/** Of a server at the same time, unless --jobs is given. */
const JOBS = 4

const EXIT = { allGood: 0, someFailed: 1, interrupted: 130 } as const

export async function runBatch(
  wanted: Request,
  task: Task,
  config: Config,
  access: ServerAccess | undefined,
): Promise<void> {
  const signal = onInterruption(() => process.exit(EXIT.interrupted))
  const streams = await withFiles(wanted, task.kinds[0].extension, signal).catch((error: unknown) => {
    if (signal.aborted) process.exit(EXIT.interrupted)
    throw error
  })
  const { request } = streams
  const workers = request.jobs ?? config.engine.workers
  const silent = wanted.destination.kind === 'standard output'
  const { json, report: listedIn } = request
  const report = createReport(task, { out: process.stdout, err: process.stderr, json, silent, listedIn })
  const records = createRecords(request, task)
  const openFor = async (photos: number) => {
    const { openWorkers } = await import('../../photos/open-workers.js')
    const needed = request.watch ? workers : Math.min(workers, photos)
    return openWorkers(config, needed, createProgressReporter(process.stderr), report.loading)
  }
  const maker = access
    ? byServer(access, isOnePhoto(request) ? atOnce : byJobs, task.ask, report.noteOnce)
    : byWorkers(engineOnDemand(openFor, signal), task.job)
  const producer = withDownloads(maker, config)
  // One more than there are workers: the next photo is ready when one becomes free.
  const parallel = access ? (request.jobs ?? JOBS) : workers + 1
  try {
    const interrupted = await runRequest(request, { task, report, records, signal, producer, atOnce: parallel })
    if (report.tally.done > 0) await streams.deliver()
    process.exitCode = report.tally.failures.length > 0 ? EXIT.someFailed : EXIT.allGood
    // Networks may still be loading, and are not needed any more.
    if (interrupted) setImmediate(() => process.exit(EXIT.interrupted))
  } finally {
    await producer.close()
    await streams.close()
  }
}
