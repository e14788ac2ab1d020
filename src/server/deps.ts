/** Config → implementations: the only file that knows both sides of every port. */

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createLocalAnnouncements } from '../announcements/local.js'
import { createRedisAnnouncements } from '../announcements/redis.js'
import { randomToken } from '../base/random-ids.js'
import type { RedisPlace } from '../base/redis-place.js'
import { SAMPLE_PHOTO } from '../catalog/sample-photo.js'
import type { Config } from '../config/config.js'
import { lockExclusively } from '../db/exclusive-lock.js'
import { openDatabaseOnceThere } from '../db/open.js'
import type { Database } from '../db/port.js'
import { openQueue } from '../engine/open.js'
import type { Engine } from '../engine/port.js'
import type { HttpParts } from '../http/parts.js'
import { openMail } from '../mail/open.js'
import { modelStoreOf } from '../models/store.js'
import { networkNames } from '../networks/record.js'
import { createMemoryRateLimiter } from '../ratelimit/memory.js'
import { createRedisRateLimiter } from '../ratelimit/redis.js'
import { createUnlimitedRateLimiter } from '../ratelimit/unlimited.js'
import type { RedisLink } from '../redis/link.js'
import { createPasswords } from '../service/accounts/passwords.js'
import { type Gates, gatesOf } from '../service/images/gates.js'
import { createLeases, type Leases } from '../service/images/leases.js'
import { createSafeFetch } from '../service/images/safe-fetch.js'
import { openWorkspace } from '../service/images/workspace.js'
import type { StoreState } from '../service/operator/check-stores.js'
import { createIncidents } from '../service/operator/incidents.js'
import { createJanitor, type Janitor } from '../service/operator/janitor.js'
import { createPreviewPreparation, type PreviewPreparation } from '../service/showcase/prepare-previews.js'
import { createDeliverer, type Deliverer, SEND_TIMEOUT_MS } from '../service/webhooks/deliverer.js'
import { createSend } from '../service/webhooks/send.js'
import type { Watch } from '../signals/watch.js'
import { watchedDatabase, watchedEngine, watchedRedis, watchedStorage } from '../signals/watched-ports.js'
import { openStorage, type Storage } from '../storage/open.js'
import { createHttpParts, type ServerParts } from './http-parts.js'
import { openLocalPool } from './local-pool.js'
import { nodeNameIn } from './node-name.js'
import { limitsOutage, queueOutage } from './queue-outage.js'
import type { Signals } from './signals.js'

const FETCH_MAX_REDIRECTS = 3
/** Beside the compiled program; when run from source, the last build is used as well. */
const BUILT_PAGES = fileURLToPath(new URL('../../dist/web', import.meta.url))

export interface Deps extends ServerParts {
  readonly db: Database
  readonly engine: Engine
  readonly leases: Leases
  readonly janitor: Janitor
  readonly previewPreparation: PreviewPreparation
  readonly deliverer: Deliverer
  /** Ends jobs and downloads that are still running. */
  abandon(): Promise<void>
  close(): Promise<void>
}

/** Everything a server needs. The engine is not started yet: `engine.start()` loads the networks. */
export async function createDeps(
  config: Config,
  log: Logger,
  addresses: HttpParts['addresses'],
  signals: Signals,
): Promise<Deps> {
  const embedded = config.database.url === undefined
  const lock = embedded ? lockExclusively(path.join(config.dataDir, 'server.lock')) : undefined

  const incidents = createIncidents(log)
  const { stores, watch } = signals
  const observer = { connections: stores.connections, conflict: () => stores.retried('database') }
  const db = watchedDatabase(await openDatabaseOnceThere(config, log, observer), watch)
  const { clock } = db
  const storage = watchedStorage(await openStorage(config, () => stores.retried('storage')), watch)
  const redis = config.redis && (await openRedis(config.redis, log, watch))
  const workspace = await openWorkspace(path.join(config.dataDir, 'tmp'), { shared: !embedded })
  const gates = gatesOf(config)
  const fetch = createSafeFetch({
    allow: config.fetchAllow,
    maxBytes: config.limits.uploadBytes,
    timeoutMs: gates.downloads.longestMs,
    maxRedirects: FETCH_MAX_REDIRECTS,
  })
  const models = modelStoreOf(config)
  const onUntidy = incidents.note('pictures of a job could not be deleted')
  const engine = watchedEngine(await openEngine(config, gates, log, storage, signals, onUntidy), watch)
  const node = embedded ? await nodeNameIn(config.dataDir) : randomToken()
  const leases = createLeases({
    db,
    node,
    clock,
    requestLifeMs: longestRequestMs(config, gates),
    onError: incidents.note('leases could not be renewed'),
  })
  const inMemory = createMemoryRateLimiter(clock)
  const announcements = redis ? createRedisAnnouncements(redis) : createLocalAnnouncements()
  const onUncounted = (): void => parts.metrics.rateUncounted()
  const parts = createHttpParts({
    config,
    clock,
    log,
    db,
    storage: storage.results,
    uploads: storage.uploads,
    // Without Redis images are not counted, but each server still slows down the guessing of passwords.
    rateLimiter: redis
      ? createRedisRateLimiter({ redis, whenAway: createUnlimitedRateLimiter(clock), onUncounted })
      : inMemory,
    attemptLimiter: redis ? createRedisRateLimiter({ redis, whenAway: inMemory, onUncounted }) : inMemory,
    mail: await openMail(config),
    announcements,
    engine,
    fetch,
    passwords: createPasswords(),
    workspace,
    sharedStyles: storage.styles,
    stylePreviewFolder: path.join(models.root, 'style-previews'),
    networks: networkNames(config),
    samplePhoto: path.join(models.root, SAMPLE_PHOTO),
    builtPages: BUILT_PAGES,
    gates,
    leases,
    incidents,
    limits: redis && (() => stateOf(redis)),
    addresses,
    registry: signals.registry,
    tracer: signals.tracer,
  })
  const previewPreparation = createPreviewPreparation({
    stylePreviews: parts.stylePreviews,
    engine,
    onError: (err) => log.error({ err }, 'a preview of a style could not be made'),
  })
  const janitor = createJanitor({
    db,
    storage: storage.results,
    uploads: storage.uploads,
    clock,
    resultTtlMs: config.resultTtlMs,
    requestLogMs: config.requestLogMs,
    onError: incidents.note('sweep failed'),
    checkUp: async () => incidents.any() && parts.status.stores(), // notices when trouble is over
  })
  const deliverer = createDeliverer({
    db,
    clock,
    node,
    send: createSend({ allow: config.fetchAllow, timeoutMs: SEND_TIMEOUT_MS }),
    announcements,
    observe: parts.metrics,
    onError: incidents.note('events could not be delivered to webhooks'),
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
    deliverer,
    abandon,
    close: async () => {
      leases.stop()
      janitor.stop()
      parts.capacity.stop()
      previewPreparation.stop()
      await abandon()
      await deliverer.close()
      await parts.jobRunner.stop()
      await parts.outbox?.close()
      await parts.requestLog.close()
      await workspace.close()
      redis?.close()
      await storage.close()
      await db.close()
      await signals.close()
      lock?.release()
    },
  }
}

/** The client is loaded only where it is used: that takes a tenth of a second and 25 MB. */
async function openRedis(place: RedisPlace, log: Logger, watch: Watch): Promise<RedisLink> {
  const { openRedisLink } = await import('../redis/link.js')
  return watchedRedis(await openRedisLink(place, limitsOutage(log)), 'limits', watch)
}

async function stateOf(redis: RedisLink): Promise<StoreState> {
  await redis.attempt((client) => client.ping())
  return redis.trouble() ?? 'ok'
}

async function openEngine(
  config: Config,
  { queue }: Gates,
  log: Logger,
  { passage }: Storage,
  { stores, watch, tracer }: Signals,
  onError: (error: unknown) => void,
): Promise<Engine> {
  const { redis, engine } = config
  if (engine.kind === 'embedded' || !redis || !passage) {
    return openLocalPool(config, log, queue, stores.workerEvent)
  }
  const watched = (link: RedisLink): RedisLink => watchedRedis(link, 'queue', watch)
  const traceparent = (): string | undefined => tracer?.traceparent()
  const onAdvice = (advice: string): void => log.warn(advice)
  const access = { redis, objects: passage, outage: queueOutage(log), onAdvice, watched }
  return openQueue(access, { ...engine, ...queue, onError, traceparent })
}

/** Downloads, then up to three tries of each job, with their waits: read a prompt and paint; a style service adds two. */
function longestRequestMs({ engine, styleBackend }: Config, { downloads: { longestMs } }: Gates): number {
  const elsewhereMs = styleBackend ? styleBackend.timeoutMs + longestMs : 0
  const tries = 3 * (styleBackend ? 4 : 2)
  return longestMs + elsewhereMs + tries * (engine.maxWaitMs + engine.jobTimeoutMs * 1.25 + 2000)
}
