/** Config → implementations: the only file that knows both sides of every port. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { systemClock } from './clock.js'
import type { Config } from './config.js'
import { lockExclusively } from './db/exclusive-lock.js'
import { openDatabase } from './db/open.js'
import type { Database } from './db/port.js'
import type { EngineEvent } from './engine/crew.js'
import type { Engine } from './engine/port.js'
import { createProcessPool } from './engine/process-pool.js'
import { startWorkerProcess } from './engine/worker-process.js'
import type { HttpParts } from './http/parts.js'
import { createHttpParts } from './http-parts.js'
import { IMAGE_SIDES, type ImageLimits } from './imaging/job.js'
import { chooseNetworks } from './imaging/networks/choose.js'
import { modelStoreOf } from './models/store.js'
import { nodeNameIn } from './node-name.js'
import { randomToken } from './random-ids.js'
import { createMemoryRateLimiter } from './ratelimit/memory.js'
import { createIncidents } from './service/incidents.js'
import { createJanitor, type Janitor } from './service/janitor.js'
import { createLeases, type Leases } from './service/leases.js'
import { createPreviewPreparation, type PreviewPreparation } from './service/prepare-previews.js'
import { createSafeFetch } from './service/safe-fetch.js'
import { openWorkspace } from './service/workspace.js'
import { openStorage } from './storage/open.js'

const FETCH_TIMEOUT_MS = 15_000
const FETCH_MAX_REDIRECTS = 3
const SAMPLE_PHOTO = 'sample.jpg'
/** Beside the compiled program; when run from source, too, the page is the one built last. */
const BUILT_PAGES = fileURLToPath(new URL('../dist/web', import.meta.url))

export interface Deps extends HttpParts {
  readonly db: Database
  readonly engine: Engine
  readonly leases: Leases
  readonly janitor: Janitor
  readonly previewPreparation: PreviewPreparation
  /** Ends jobs and downloads that still run. */
  abandon(): Promise<void>
  close(): Promise<void>
}

/** Everything a server needs. The engine is not started yet: `engine.start()` loads the networks. */
export async function createDeps(config: Config, log: Logger, addresses: HttpParts['addresses']): Promise<Deps> {
  const clock = systemClock
  const embedded = config.database.url === undefined
  const lock = embedded ? lockExclusively(path.join(config.dataDir, 'server.lock')) : undefined
  const limits: ImageLimits = { ...IMAGE_SIDES, pixels: config.limits.pixels }

  const incidents = createIncidents(log)
  const db = await openDatabase(config)
  const storage = await openStorage(config)
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'), { shared: !embedded })
  const fetch = createSafeFetch({
    allow: config.fetchAllow,
    maxBytes: config.limits.uploadBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    maxRedirects: FETCH_MAX_REDIRECTS,
  })
  const models = modelStoreOf(config)
  const setup = {
    networks: chooseNetworks(await models.networks(), await models.texts()),
    quality: config.engine.quality,
    threads: config.engine.threadsPerWorker,
    limits,
  }
  const engine = createProcessPool({
    ...config.engine,
    startWorker: () => startWorkerProcess(setup),
    onEvent: (event, facts) => log[levelOf(event)](facts, event),
  })
  const leases = createLeases({
    db,
    node: embedded ? await nodeNameIn(config.dataDir) : randomToken(),
    clock,
    requestLifeMs: longestRequestMs(config),
    onError: incidents.note('leases could not be renewed'),
  })
  const parts = createHttpParts({
    config,
    clock,
    log,
    db,
    storage: storage.results,
    rateLimiter: createMemoryRateLimiter(clock),
    engine,
    fetch,
    workspace,
    stylePreviewFolder: path.join(models.root, 'style-previews'),
    samplePhoto: path.join(models.root, SAMPLE_PHOTO),
    builtPages: BUILT_PAGES,
    downloadsMs: FETCH_TIMEOUT_MS,
    leases,
    incidents,
    addresses,
  })
  const previewPreparation = createPreviewPreparation({
    stylePreviews: parts.stylePreviews,
    engine,
    onError: (err) => log.error({ err }, 'a preview of a style could not be made'),
  })
  const janitor = createJanitor({
    db,
    storage: storage.results,
    clock,
    onError: incidents.note('sweep failed'),
    checkUp: async () => incidents.any() && parts.status.stores(), // nobody else may ask whether it is over
  })
  const abandon = async (): Promise<void> => {
    await engine.close()
    await fetch.close()
  }

  return {
    ...parts,
    db,
    engine,
    leases,
    janitor,
    previewPreparation,
    abandon,
    close: async () => {
      leases.stop()
      janitor.stop()
      previewPreparation.stop()
      await abandon()
      await workspace.close()
      await storage.close()
      await db.close()
      lock?.release()
    },
  }
}

const levelOf = (event: EngineEvent): 'error' | 'warn' | 'info' =>
  event === 'worker cannot start' ? 'error' : event === 'worker died' ? 'warn' : 'info'

/** The downloads, then jobs, each with its wait, up to its hard limit: three tries of one, or three with a style service. */
function longestRequestMs({ engine, styleBackend }: Config): number {
  const elsewhereMs = styleBackend ? styleBackend.timeoutMs + FETCH_TIMEOUT_MS : 0
  const jobs = styleBackend ? 9 : 3
  return FETCH_TIMEOUT_MS + elsewhereMs + jobs * (engine.maxWaitMs + engine.jobTimeoutMs * 1.25 + 2000)
}
