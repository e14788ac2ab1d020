/** The server's life: set up, listen, warm up, greet, until a signal ends it. */
import type { AddressInfo } from 'node:net'
import { addressAdvice, localAddress } from './addresses.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { createDeps } from './deps.js'
import { ensureOwner, greetFirstStart } from './first-start.js'
import { createLog } from './log.js'
import { createProgressReporter } from './models/progress.js'
import { modelStoreOf } from './models/store.js'
import { closeToOthers, openPrivateFolder } from './private-data.js'
import { createShutdown } from './shutdown.js'
import { StartError } from './start-error.js'
import { onStopSignal } from './stop-signals.js'

export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  openPrivateFolder(config.dataDir)
  const open = closeToOthers(config.dataDir)
  if (open.length > 0) log.warn({ open }, 'other users of this machine may read these')
  const networks = config.engine.kind === 'embedded'
  await modelStoreOf(config).pull(createProgressReporter(process.stderr), { networks })

  let port = config.server.port
  const base = (): string => config.server.baseUrl ?? localAddress(config.server.host, port)
  const deps = await createDeps(config, log, { base, cdn: () => config.server.cdnUrl ?? base() })
  await deps.leases.endEarlierLife()
  const swept = await deps.janitor.sweep()
  log.info({ swept }, 'cleaned up')
  deps.leases.start()

  await ensureOwner(deps)
  const app = await buildApp(deps)
  const shutdown = createShutdown({ deps, app, limitMs: config.shutdownMs, log })
  // Whoever presses Ctrl-C waits for the end; a process manager lets others take over.
  onStopSignal((signal) => void shutdown.now(signal, signal === 'SIGTERM' ? config.drainMs : 0))
  try {
    await app.listen({ host: config.server.host, port }).catch(cannotListen)
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
  log.info('ready')
  await greetFirstStart(deps, base())
  if (config.stylePreviews === 'idle') deps.previewPreparation.start()
}

/** What the operator has set is taken or not to be had; anything else is a fault of ours. */
function cannotListen(cause: NodeJS.ErrnoException): never {
  const { code = '', message } = cause
  const remedies: Record<string, string> = {
    EADDRINUSE: 'another program listens there; stop it, or set PORT to another port (0 takes a free one)',
    EACCES: 'this user may not listen there; set PORT to 1024 or above',
    EADDRNOTAVAIL: 'this machine has no such address; set HOST to one that it has',
    ENOTFOUND: 'there is no such name; set HOST to an address of this machine',
  }
  const remedy = remedies[code]
  throw remedy ? new StartError(`Cannot listen (${message}): ${remedy}`, { cause }) : cause
}
