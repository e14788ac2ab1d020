/** Config → implementations: the only file that knows both sides of every port. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { systemClock } from './clock.js'
import type { Config } from './config.js'
import { lockExclusively } from './db/exclusive-lock.js'
import { openDatabase } from './db/open.js'
import { createProcessPool } from './engine/process-pool.js'
import { startWorkerProcess } from './engine/worker-process.js'
import { createMetrics } from './http/metrics.js'
import type { HttpParts } from './http/parts.js'
import { IMAGE_SIDES, type ImageLimits } from './imaging/job.js'
import { chooseNetworks } from './imaging/networks/choose.js'
import { modelStoreOf } from './models/store.js'
import { createMemoryRateLimiter } from './ratelimit/memory.js'
import { createJanitor, type Janitor } from './service/janitor.js'
import { createPreviewPreparation, type PreviewPreparation } from './service/prepare-previews.js'
import { createProcessImage } from './service/process-image.js'
import { createSafeFetch } from './service/safe-fetch.js'
import { createStyleBackend } from './service/style-backend.js'
import { createStylePreviews } from './service/style-previews.js'
import { openWorkspace } from './service/workspace.js'
import { createDiskStore } from './storage/disk.js'

const FETCH_TIMEOUT_MS = 15_000
const FETCH_MAX_REDIRECTS = 3
const SAMPLE_PHOTO = 'sample.jpg'
/** Beside the compiled program; from source, too, the page is the one that was built last. */
const BUILT_PAGES = fileURLToPath(new URL('../dist/web', import.meta.url))

export interface Deps extends HttpParts {
  readonly janitor: Janitor
  readonly previewPreparation: PreviewPreparation
  close(): Promise<void>
}

/** Everything a server needs. The engine is not started yet: `engine.start()` loads the networks. */
export async function createDeps(config: Config, log: Logger, addresses: HttpParts['addresses']): Promise<Deps> {
  const clock = systemClock
  const lock = lockExclusively(path.join(config.dataDir, 'server.lock'))
  const limits: ImageLimits = { ...IMAGE_SIDES, pixels: config.limits.pixels }

  const db = await openDatabase(config)
  const storage = await createDiskStore(path.join(config.dataDir, 'results'))
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'))
  const rateLimiter = createMemoryRateLimiter(clock)
  const fetch = createSafeFetch({
    allow: config.fetchAllow,
    maxBytes: config.limits.uploadBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    maxRedirects: FETCH_MAX_REDIRECTS,
  })
  const models = modelStoreOf(config)
  const setup = {
    networks: chooseNetworks(await models.networks(), config.engine.quality, await models.texts()),
    threads: config.engine.threadsPerWorker,
    limits,
  }
  const engine = createProcessPool({
    ...config.engine,
    startWorker: () => startWorkerProcess(setup),
    onEvent: (event, facts) => log.info(facts, event),
  })
  const metrics = createMetrics({ engine, db, clock })
  const requestLifeMs = longestRequestMs(config)
  const processImage = createProcessImage({
    db,
    storage,
    fetch,
    workspace,
    clock,
    ...(config.styleBackend && { styleBackend: createStyleBackend(config.styleBackend, log) }),
    holdLifeMs: requestLifeMs,
    observe: metrics,
  })
  const samplePhoto = path.join(models.root, SAMPLE_PHOTO)
  const stylePreviews = createStylePreviews({
    folder: path.join(models.root, 'style-previews'),
    sample: samplePhoto,
    engine,
  })
  const previewPreparation = createPreviewPreparation({
    stylePreviews,
    engine,
    onError: (err) => log.error({ err }, 'a preview of a style could not be made'),
  })
  const janitor = createJanitor({ db, storage, clock, onError: (err) => log.error({ err }, 'sweep failed') })

  return {
    config,
    clock,
    log,
    metrics,
    db,
    storage,
    rateLimiter,
    engine,
    workspace,
    processImage,
    stylePreviews,
    samplePhoto,
    builtPages: BUILT_PAGES,
    requestLifeMs,
    addresses,
    janitor,
    previewPreparation,
    close: async () => {
      janitor.stop()
      previewPreparation.stop()
      await engine.close()
      await fetch.close()
      await workspace.close()
      await db.close()
      lock.release()
    },
  }
}

/** Download, the whole queue before it, and two tries, each to its hard limit. */
function longestRequestMs({ engine, styleBackend }: Config): number {
  const turns = Math.ceil(engine.queueSize / engine.workers) + 2
  const elsewhereMs = styleBackend ? styleBackend.timeoutMs + FETCH_TIMEOUT_MS : 0
  return FETCH_TIMEOUT_MS + elsewhereMs + turns * (engine.jobTimeoutMs * 1.25 + 2000)
}
