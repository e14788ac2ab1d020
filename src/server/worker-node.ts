/**
 * The lifetime of a worker machine: set up, load the networks, take jobs from the queue, until a signal ends it. Then
 * it takes no more, finishes what is running, and gives back what takes too long.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createLog } from '../base/log.js'
import { StartError } from '../base/start-error.js'
import { troubleBehind } from '../base/store-trouble.js'
import type { WorkerConfig } from '../config/config.js'
import { type Follow, openWorker, type QueueWorker } from '../engine/open.js'
import type { Engine, OverloadOptions } from '../engine/port.js'
import { createProgressReporter } from '../models/progress.js'
import { modelStoreOf } from '../models/store.js'
import { openWorkspace } from '../service/images/workspace.js'
import { createCheckStores } from '../service/operator/check-stores.js'
import { createIncidents } from '../service/operator/incidents.js'
import { type Readiness, readinessOf } from '../service/operator/readiness.js'
import { addQueueAgeGauge, addWorkerGauges, ofTheFleet, ofThis } from '../signals/engine-gauges.js'
import { expose, type Registry } from '../signals/registry.js'
import type { Tracer } from '../signals/tracing/tracer.js'
import { watchedEngine, watchedRedis, watchedStorage } from '../signals/watched-ports.js'
import { openStorage, type Storage } from '../storage/open.js'
import { openLocalPool } from './local-pool.js'
import { openPrivateFolder } from './private-data.js'
import { diskOutage, queueErrors, queueOutage } from './queue-outage.js'
import { openSignals, type Signals } from './signals.js'
import { onStopSignal } from './stop-signals.js'
import { openWorkerDoor } from './worker-door.js'

/** As many jobs come as there are processes; they only wait while one of those is replaced. */
const boundsFor = ({ workers }: WorkerConfig['engine']): OverloadOptions => ({
  queueSize: 4 * workers,
  maxWaitMs: 3_600_000,
})

export async function work(config: WorkerConfig): Promise<void> {
  const signals = await openSignals('worker', config, () => log)
  const log = createLog(config.logLevel, signals.logFacts)
  for (const folder of [config.dataDir, config.networkHome]) openPrivateFolder(folder)
  await modelStoreOf(config).pull(createProgressReporter(process.stderr))
  const pool = await openLocalPool(config, log, boundsFor(config.engine), signals.stores.workerEvent)
  await runWorkerNode(config, log, pool, signals)
}

/** With any engine for the jobs. */
export async function runWorkerNode(config: WorkerConfig, log: Logger, pool: Engine, signals: Signals): Promise<void> {
  const { redis, engine, shutdownMs } = config
  const { stores, watch, tracer } = signals
  const storage = watchedStorage(await openStorage(config, () => stores.retried('storage')), watch)
  if (!redis || !storage.passage) {
    throw new StartError('Workers need REDIS_URL and STORAGE_URL, the same as the servers whose jobs they take')
  }
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'), { shared: true })
  const worker = await openWorker(
    {
      redis,
      objects: storage.passage,
      outage: queueOutage(log),
      onAdvice: (advice) => log.warn(advice),
      watched: (link) => watchedRedis(link, 'queue', watch),
    },
    {
      pool: watchedEngine(pool, watch),
      workers: engine.workers,
      files: workspace,
      disk: diskOutage(log),
      onUntidy: (error) => log.warn({ err: troubleBehind(error) ?? error }, 'pictures of a job could not be deleted'),
      onQueueError: queueErrors(log),
      ...(tracer && { follow: following(tracer) }),
    },
  )
  const door = await openDoor(config, log, { worker, storage, registry: signals.registry })
  let stopping = false
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'draining')
    await Promise.race([worker.drain(), sleep(shutdownMs, undefined, { ref: false })])
    await worker.close()
    await door?.close()
    await workspace.close()
    await storage.close()
    await signals.close()
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

/** A job belongs to the trace of its request. */
const following =
  (tracer: Tracer): Follow =>
  async (traceparent, kind, work) => {
    if (traceparent === undefined) return work()
    const span = tracer.begin(`job ${kind}`, 'consumer', traceparent)
    try {
      const reply = await tracer.within(span, work)
      span.end({}, reply.type === 'failed' ? reply.error.kind : undefined)
      return reply
    } catch (error) {
      span.end({}, 'given back')
      throw error
    }
  }

interface Told {
  readonly worker: QueueWorker
  readonly storage: Storage
  readonly registry: Registry
}

/** Without WORKER_PORT a worker machine does not listen. */
async function openDoor(config: WorkerConfig, log: Logger, { worker, storage, registry }: Told) {
  const { workerPort: port, server } = config
  addWorkerGauges(registry, ofThis('worker machine'), worker.state)
  addQueueAgeGauge(registry, ofTheFleet, worker.state)
  if (port === undefined) return undefined
  const storageState = createCheckStores({ storage: storage.results, incidents: createIncidents(log) })
  const readiness = async (): Promise<Readiness> => {
    const [{ ready, reason = 'not ready' }, states] = await Promise.all([worker.state(), storageState()])
    // Nobody else's: a machine that cannot do jobs is not ready, whatever it is that others lack, too.
    return readinessOf({ networks: ready ? 'ok' : reason, ...states }, { engine: false, storage: false })
  }
  return openWorkerDoor({
    config,
    host: server.host,
    port,
    log,
    readiness,
    metrics: { expose: () => expose(registry) },
  })
}
