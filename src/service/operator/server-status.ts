/** The state of the server: for readiness checks, metrics and the operator's overview. */
import type { Clock } from '../../base/clock.js'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/port.js'
import { type AccountQueueState, type Engine, type EngineState, roomFor } from '../../engine/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { type CheckStores, type CheckStoresParts, createCheckStores } from './check-stores.js'
import type { Incidents } from './incidents.js'
import { type Readiness, readinessOf } from './readiness.js'

const DAY_MS = 24 * 3_600_000

export interface Totals {
  readonly accounts: number
  /** Active ones. */
  readonly keys: number
  readonly images24h: number
  readonly credits24h: number
  readonly storage: { readonly results: number; readonly bytes: number }
  readonly oldestResultAt: number | null
}

/** What is left to do while nobody waits. Ages are 0 where there is nothing. */
export interface Backlog {
  readonly items: { readonly waiting: number; readonly running: number; readonly oldestMs: number }
  readonly deliveries: { readonly waiting: number; readonly overdueMs: number }
}

export interface ServerStatus {
  /** What all servers of a fleet have in common: queue and workers, accounts and results. */
  readonly shared: { readonly engine: boolean; readonly database: boolean }
  engine(): Promise<EngineState>
  /** How many requests may wait for these workers. */
  queueRoom(workers: EngineState['workers']): number
  /** The state of an account's jobs in the queue. */
  queueStateOf(account: string): Promise<AccountQueueState>
  stores: CheckStores
  /** `draining`: it is about to stop. */
  readiness(draining: boolean): Promise<Readiness>
  totals(): Promise<Totals>
  /** 0 when there is none. */
  oldestResultAgeMs(): Promise<number>
  /** Of jobs and webhooks. */
  backlog(): Promise<Backlog>
}

export interface ServerStatusParts {
  readonly config: Pick<Config, 'engine' | 'database' | 'storage'>
  readonly db: Database
  readonly storage: ObjectStore
  readonly engine: Pick<Engine, 'state' | 'queueStateOf'>
  readonly clock: Clock
  readonly incidents: Incidents
  /** Where Redis counts the rates. */
  readonly limits?: CheckStoresParts['redis']
}

export function createServerStatus(parts: ServerStatusParts): ServerStatus {
  const { config, db, storage, engine, clock, incidents, limits } = parts
  const countedTotals = sparingly(clock, async () => ({
    accounts: await db.accounts.count(),
    keys: await db.keys.countActive(),
    storage: await db.results.totals(),
  }))
  const age = (since: number | null | undefined): number => clock() - (since ?? clock())
  const countedBacklog = sparingly(clock, async () => ({
    items: await db.jobs.backlog(),
    deliveries: await db.webhookDeliveries.backlog(),
  }))
  const stores = createCheckStores({ db, storage, redis: limits, incidents })
  return {
    shared: { engine: config.engine.kind === 'queue', database: config.database.url !== undefined },
    engine: () => engine.state(),
    queueRoom: (workers) => roomFor(config.engine.queueSize, workers),
    queueStateOf: (account) => engine.queueStateOf(account),
    stores,
    readiness: async (draining) => {
      const [{ ready, reason = 'not ready' }, states] = await Promise.all([engine.state(), stores()])
      const networks = draining ? 'draining' : ready ? 'ok' : reason
      const shared = { engine: config.engine.kind === 'queue', storage: config.storage !== undefined }
      return readinessOf({ networks, ...states }, shared)
    },
    totals: async () => {
      const { images, credits } = await db.usage.totalSince(clock() - DAY_MS)
      return {
        ...(await countedTotals()),
        images24h: images,
        credits24h: credits,
        oldestResultAt: (await db.results.oldestCreatedAt()) ?? null,
      }
    },
    oldestResultAgeMs: async () => age(await db.results.oldestCreatedAt()),
    backlog: async () => {
      const { items, deliveries } = await countedBacklog()
      return {
        items: { waiting: items.waiting, running: items.running, oldestMs: age(items.waitingSince) },
        deliveries: { waiting: deliveries.waiting, overdueMs: age(deliveries.dueSince) },
      }
    },
  }
}

/**
 * Counting goes through all rows, and overview and metrics are requested every few seconds. So a count stays valid for a hundred
 * times as long as it took: where there is little to count it is always fresh, elsewhere it takes a hundredth of the
 * time.
 */
function sparingly<T>(clock: Clock, count: () => Promise<T>): () => Promise<T> {
  let counted: Promise<T> | undefined
  let goodUntil = 0
  const countAnew = async (): Promise<T> => {
    const startedAt = clock()
    goodUntil = Number.POSITIVE_INFINITY // concurrent requests wait for the same count
    let tookMs = 0
    try {
      const value = await count()
      tookMs = clock() - startedAt
      return value
    } finally {
      goodUntil = startedAt + tookMs * 101
    }
  }
  return () => {
    if (!counted || clock() >= goodUntil) counted = countAnew()
    return counted
  }
}
