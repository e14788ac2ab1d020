/**
 * The lifetime of a worker machine: set up, load the networks, take jobs from the queue, until a signal ends it. Then
 * it takes no more, finishes what is running, and gives back what takes too long.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../base/log.js'
import { StartError } from '../base/start-error.js'
import { troubleBehind } from '../base/store-trouble.js'
import type { Config } from '../config/config.js'
import { openWorker } from '../engine/open.js'
import type { Engine, OverloadOptions } from '../engine/port.js'
import { createProgressReporter } from '../models/progress.js'
import { modelStoreOf } from '../models/store.js'
import { openWorkspace } from '../service/images/workspace.js'
import { openStorage } from '../storage/open.js'
import { openLocalPool } from './local-pool.js'
import { openPrivateFolder } from './private-data.js'
import { diskOutage, queueErrors, queueOutage } from './queue-outage.js'
import { onStopSignal } from './stop-signals.js'

/** As many jobs come as there are processes; they only wait while one of those is replaced. */
const boundsFor = ({ workers }: Config['engine']): OverloadOptions => ({
  queueSize: 4 * workers,
  maxWaitMs: 3_600_000,
})

export async function work(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  for (const folder of [config.dataDir, config.networkHome]) openPrivateFolder(folder)
  await modelStoreOf(config).pull(createProgressReporter(process.stderr))
  await runWorkerNode(config, log, await openLocalPool(config, log, boundsFor(config.engine)))
}

/** With any engine for the jobs. */
export async function runWorkerNode(config: Config, log: ReturnType<typeof createLog>, pool: Engine): Promise<void> {
  const { redis, engine, shutdownMs } = config
  const storage = await openStorage(config)
  if (!redis || !storage.passage) {
    throw new StartError('Workers need REDIS_URL and STORAGE_URL, the same as the servers whose jobs they take')
  }
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'), { shared: true })
  const worker = await openWorker(
    { redis, objects: storage.passage, outage: queueOutage(log) },
    {
      pool,
      workers: engine.workers,
      files: workspace,
      disk: diskOutage(log),
      onUntidy: (error) => log.warn({ err: troubleBehind(error) ?? error }, 'pictures of a job could not be deleted'),
      onQueueError: queueErrors(log),
    },
  )
  let stopping = false
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'draining')
    await Promise.race([worker.drain(), sleep(shutdownMs, undefined, { ref: false })])
    await worker.close()
    await workspace.close()
    await storage.close()
    log.info('stopped')
  }
  onStopSignal((signal) => void stop(signal))
  try {
    await worker.start()
  } catch (error) {
    if (stopping) return // a signal came while the networks were loading
    await stop('could not start')
    throw error
  }
  if (stopping) return // or while Redis was away
  log.info({ workers: engine.workers, threadsPerWorker: engine.threadsPerWorker }, 'taking jobs')
}
