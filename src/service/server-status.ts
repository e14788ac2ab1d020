/** How the server is doing: for readiness checks, metrics and the operator's overview. */
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { Database } from '../db/port.js'
import type { Engine, EngineState, Standing } from '../engine/port.js'
import type { ObjectStore } from '../storage/port.js'
import { type CheckStores, createCheckStores } from './check-stores.js'
import type { Incidents } from './incidents.js'

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

export interface ServerStatus {
  /** What other servers have as well: they see the same queue and workers, the same accounts and results. */
  readonly shared: { readonly engine: boolean; readonly database: boolean }
  engine(): Promise<EngineState>
  /** How the jobs of an account stand in the queue. */
  standingOf(account: string): Promise<Standing>
  stores: CheckStores
  totals(): Promise<Totals>
  /** 0 when there is none. */
  oldestResultAgeMs(): Promise<number>
}

export interface ServerStatusParts {
  readonly config: Pick<Config, 'engine' | 'database'>
  readonly db: Database
  readonly storage: ObjectStore
  readonly engine: Pick<Engine, 'state' | 'standingOf'>
  readonly clock: Clock
  readonly incidents: Incidents
}

export function createServerStatus(parts: ServerStatusParts): ServerStatus {
  const { config, db, storage, engine, clock, incidents } = parts
  return {
    shared: { engine: config.engine.kind === 'queue', database: config.database.url !== undefined },
    engine: () => engine.state(),
    standingOf: (account) => engine.standingOf(account),
    stores: createCheckStores({ db, storage, incidents }),
    totals: async () => {
      const { images, credits } = await db.usage.totalSince(clock() - DAY_MS)
      return {
        accounts: await db.accounts.count(),
        keys: await db.keys.countActive(),
        images24h: images,
        credits24h: credits,
        storage: await db.results.totals(),
        oldestResultAt: (await db.results.oldestCreatedAt()) ?? null,
      }
    },
    oldestResultAgeMs: async () => {
      const createdAt = await db.results.oldestCreatedAt()
      return createdAt === undefined ? 0 : clock() - createdAt
    },
  }
}
