/** The lifetime of a server: set up, listen, warm up, greet, until a signal ends it. */
import type { AddressInfo } from 'node:net'
import { addressAdvice, localAddress } from '../base/addresses.js'
import { createLog } from '../base/log.js'
import type { Config } from '../config/config.js'
import { createProgressReporter } from '../models/progress.js'
import { modelStoreOf } from '../models/store.js'
import { announceReady } from './announce-ready.js'
import { buildApp } from './app.js'
import { cannotListen } from './cannot-listen.js'
import { createDeps } from './deps.js'
import { ensureOwner, greetFirstStart } from './first-start.js'
import { closeToOthers, openPrivateFolder } from './private-data.js'
import { createShutdown } from './shutdown.js'
import { openSignals } from './signals.js'
import { onStopSignal } from './stop-signals.js'

export async function serve(config: Config): Promise<void> {
  const signals = await openSignals('server', config, () => log)
  const log = createLog(config.logLevel, signals.logFacts)
  for (const folder of [config.dataDir, config.networkHome]) openPrivateFolder(folder)
  const open = closeToOthers(config.dataDir)
  if (open.length > 0) log.warn({ open }, 'other users of this machine may read these')
  const networks = config.engine.kind === 'embedded'
  await modelStoreOf(config).pull(createProgressReporter(process.stderr), { networks })

  let port = config.server.port
  const base = (): string => config.server.baseUrl ?? localAddress(config.server.host, port)
  const deps = await createDeps(config, log, { base, cdn: () => config.server.cdnUrl ?? base() }, signals)
  await deps.leases.endEarlierLife()
  const swept = await deps.janitor.sweep()
  const idle = Object.values(swept).every((count) => count === 0)
  log[idle ? 'debug' : 'info']({ swept }, 'cleaned up')
  deps.leases.start()

  await ensureOwner(deps)
  const app = await buildApp(deps)
  const shutdown = createShutdown({ deps, app, limitMs: config.shutdownMs, log })
  // At a terminal the operator waits for the end; under a process manager other servers take over.
  onStopSignal((signal) => void shutdown.now(signal, signal === 'SIGTERM' ? config.drainMs : 0))
  try {
    await app.listen({ host: config.server.host, port }).catch(cannotListen('PORT'))
    port = (app.server.address() as AddressInfo).port
    const { workers, threadsPerWorker, queueSize } = config.engine
    const here = networks ? { workers, threadsPerWorker, queueSize } : { engine: config.engine.kind, queueSize }
    log.info({ address: base(), ...here }, 'listening')
    const advice = addressAdvice(config.server, base())
    if (advice) log.warn(advice)
    await deps.engine.start()
  } catch (error) {
    if (shutdown.begun()) return // a signal came while the networks were loading
    await shutdown.now('could not start')
    throw error
  }
  deps.janitor.start()
  deps.capacity.start()
  deps.deliverer.start()
  deps.jobRunner.start()
  await announceReady(() => deps.status.readiness(app.isDraining()), log, shutdown.begun)
  await greetFirstStart(deps, base())
  if (config.stylePreviews === 'idle') deps.previewPreparation.start()
}
