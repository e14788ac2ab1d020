/** The engine of the command line and of the library: the server's own worker processes. */
import type { Config } from '../config/config.js'
import type { Engine } from '../engine/port.js'
import type { ProgressReporter } from '../models/progress.js'
import { modelStoreOf } from '../models/store.js'

/** Photos wait for as long as it takes, however many there are: nothing else uses these workers. */
const PATIENCE = { queueSize: 1_000_000, maxWaitMs: 24 * 3_600_000 }

/** Trouble with workers shows in the results. */
const quiet = { error: () => {}, warn: () => {}, info: () => {} }

/** Missing networks are fetched first; `onLoading` is called once all are there. The pool is loaded on demand, because bad options are reported without it. */
export async function openWorkers(
  config: Config,
  workers: number,
  progress: ProgressReporter,
  onLoading: () => void,
): Promise<Engine> {
  await modelStoreOf(config).pull(progress)
  onLoading()
  const { openLocalPool } = await import('../server/local-pool.js')
  const threadsPerWorker = threadsFor(workers, config.engine)
  return openLocalPool({ ...config, engine: { ...config.engine, workers, threadsPerWorker } }, quiet, PATIENCE)
}

/** More workers than the server would start share the threads that the server's workers would have. */
export const threadsFor = (workers: number, server: Pick<Config['engine'], 'workers' | 'threadsPerWorker'>): number =>
  Math.max(1, Math.min(server.threadsPerWorker, Math.floor((server.workers * server.threadsPerWorker) / workers)))
