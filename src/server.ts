/** The server's life: set up, listen, warm up, greet; then drain and stop. */
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { localAddress } from './addresses.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { createDeps, type Deps } from './deps.js'
import { ensureOwner, greetFirstStart } from './first-start.js'
import { createLog } from './log.js'
import { createProgressReporter } from './models/progress.js'
import { modelStoreOf } from './models/store.js'

export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  await modelStoreOf(config).pull(createProgressReporter(process.stderr))

  let port = config.server.port
  const base = (): string => config.server.baseUrl ?? localAddress(config.server.host, port)
  const deps = await createDeps(config, log, { base, cdn: () => config.server.cdnUrl ?? base() })
  await deps.leases.endEarlierLife()
  const swept = await deps.janitor.sweep()
  log.info({ swept }, 'cleaned up')
  deps.leases.start()

  await ensureOwner(deps)
  const app = await buildApp(deps)
  const stop = createStop(deps, () => app.close(), config, log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop.now(signal))
  try {
    await app.listen({ host: config.server.host, port })
    port = (app.server.address() as AddressInfo).port
    const { workers, threadsPerWorker, queueSize } = config.engine
    log.info({ address: base(), workers, threadsPerWorker, queueSize }, 'listening')
    await deps.engine.start()
  } catch (error) {
    if (stop.begun()) return // a signal came while the networks were loading
    await stop.now('could not start')
    throw error
  }
  deps.janitor.start()
  log.info('ready')
  await greetFirstStart(deps, base())
  if (config.stylePreviews === 'idle') deps.previewPreparation.start()
}

/** Not ready → finish what runs, or give it up when that takes too long → stop. */
function createStop(deps: Deps, closeApp: () => Promise<void>, config: Config, log: Logger) {
  let begun = false
  const now = async (reason: string): Promise<void> => {
    if (begun) return
    begun = true
    log.info({ reason }, 'draining')
    deps.previewPreparation.stop()
    deps.engine.drain()
    // Jobs that exceed their time limit lose their worker; their requests end with an error and are not charged.
    const patience = setTimeout(() => void deps.engine.close(), config.engine.jobTimeoutMs)
    await closeApp()
    clearTimeout(patience)
    await deps.close()
    log.info('stopped')
  }
  return { now, begun: () => begun }
}
