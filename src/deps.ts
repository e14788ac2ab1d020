/** Config → implementations: the only file that knows both sides of every port. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createLocalAnnouncements } from './announcements/local.js'
import { createRedisAnnouncements } from './announcements/redis.js'
import type { Config } from './config.js'
import { lockExclusively } from './db/exclusive-lock.js'
import { openDatabaseOnceThere } from './db/open.js'
import type { Database } from './db/port.js'
import { openQueue } from './engine/open.js'
import type { Engine } from './engine/port.js'
import type { HttpParts } from './http/parts.js'
import { createHttpParts } from './http-parts.js'
import { openLocalPool } from './local-pool.js'
import { openMail } from './mail/open.js'
import { modelStoreOf } from './models/store.js'
import { nodeNameIn } from './node-name.js'
import { queueOutage } from './queue-outage.js'
import { randomToken } from './random-ids.js'
import { createMemoryRateLimiter } from './ratelimit/memory.js'
import { createRedisRateLimiter } from './ratelimit/redis.js'
import { createUnlimitedRateLimiter } from './ratelimit/unlimited.js'
import type { RedisLink } from './redis/link.js'
import { createIncidents } from './service/incidents.js'
import { createJanitor, type Janitor } from './service/janitor.js'
import { createLeases, type Leases } from './service/leases.js'
import { createPreviewPreparation, type PreviewPreparation } from './service/prepare-previews.js'
import { createSafeFetch } from './service/safe-fetch.js'
import { openWorkspace } from './service/workspace.js'
import { openStorage, type Storage } from './storage/open.js'

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
  const embedded = config.database.url === undefined
  const lock = embedded ? lockExclusively(path.join(config.dataDir, 'server.lock')) : undefined

  const incidents = createIncidents(log)
  const db = await openDatabaseOnceThere(config, log)
  const { clock } = db
  const storage = await openStorage(config)
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, log)
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'), { shared: !embedded })
  const fetch = createSafeFetch({
    allow: config.fetchAllow,
    maxBytes: config.limits.uploadBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    maxRedirects: FETCH_MAX_REDIRECTS,
  })
  const models = modelStoreOf(config)
  const engine = await openEngine(config, log, storage, incidents.note('pictures of a job could not be deleted'))
  const leases = createLeases({
    db,
    node: embedded ? await nodeNameIn(config.dataDir) : randomToken(),
    clock,
    requestLifeMs: longestRequestMs(config),
    onError: incidents.note('leases could not be renewed'),
  })
  const inMemory = createMemoryRateLimiter(clock)
  const onUncounted = (): void => parts.metrics.rateUncounted()
  const parts = createHttpParts({
    config,
    clock,
    log,
    db,
    storage: storage.results,
    // Without Redis images go uncounted, but whoever guesses passwords is still slowed down by each server.
    rateLimiter: redis
      ? createRedisRateLimiter({ redis, whenAway: createUnlimitedRateLimiter(clock), onUncounted })
      : inMemory,
    attemptLimiter: redis ? createRedisRateLimiter({ redis, whenAway: inMemory, onUncounted }) : inMemory,
    mail: await openMail(config),
    announcements: redis ? createRedisAnnouncements(redis) : createLocalAnnouncements(),
    engine,
    fetch,
    workspace,
    sharedStyles: storage.styles,
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
    resultTtlMs: config.resultTtlMs,
    requestLogMs: config.requestLogMs,
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
      parts.capacity.stop()
      previewPreparation.stop()
      await abandon()
      await parts.post?.close()
      await parts.requestLog.close()
      await workspace.close()
      redis?.close()
      await storage.close()
      await db.close()
      lock?.release()
    },
  }
}

/** Its client is loaded only where it is used: that takes a tenth of a second and 25 MB. */
async function openRedis(url: string, log: Logger): Promise<RedisLink> {
  const { openRedisLink } = await import('./redis/link.js')
  return openRedisLink(url, {
    away: (reason) => log.error({ reason }, 'Redis does not answer: rate limits are not counted'),
    back: () => log.info('Redis answers again: rate limits are counted'),
  })
}

async function openEngine(
  config: Config,
  log: Logger,
  { passage }: Storage,
  onError: (error: unknown) => void,
): Promise<Engine> {
  const { redisUrl, engine } = config
  if (engine.kind === 'embedded' || redisUrl === undefined || !passage) return openLocalPool(config, log)
  return openQueue({ redisUrl, objects: passage, outage: queueOutage(log) }, { ...engine, onError })
}

/** The downloads, then jobs, each with its wait, up to its hard limit: three tries of one, or three with a style service. */
function longestRequestMs({ engine, styleBackend }: Config): number {
  const elsewhereMs = styleBackend ? styleBackend.timeoutMs + FETCH_TIMEOUT_MS : 0
  const jobs = styleBackend ? 9 : 3
  return FETCH_TIMEOUT_MS + elsewhereMs + jobs * (engine.maxWaitMs + engine.jobTimeoutMs * 1.25 + 2000)
}
