/** The engine of a batch: the server's own worker processes. */
import type { Config } from '../../config.js'
import type { Engine } from '../../engine/port.js'
import { createLog } from '../../log.js'
import { createProgressReporter } from '../../models/progress.js'
import { modelStoreOf } from '../../models/store.js'

/** Photos wait for as long as it takes: nobody else wants these workers. */
const PATIENCE_MS = 24 * 3_600_000

/** Networks that are missing are fetched first. Loaded on demand: mistakes are reported without all this. */
export async function openWorkers(
  config: Config,
  { workers, quality }: Pick<Config['engine'], 'workers' | 'quality'>,
  onLoading: () => void,
): Promise<Engine> {
  await modelStoreOf(config).pull(createProgressReporter(process.stderr))
  onLoading()
  const { openLocalPool } = await import('../../local-pool.js')
  const engine = { ...config.engine, workers, quality, queueSize: 4 * workers, maxWaitMs: PATIENCE_MS }
  return openLocalPool({ ...config, engine }, createLog('silent'))
}
