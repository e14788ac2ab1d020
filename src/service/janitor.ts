/**
 * Cleans up what nobody waits for: expired results are deleted, forgotten holds released, old idempotency records dropped,
 * sessions ended with their keys. Runs at start, to catch up with the time the server was down, and then by a timer.
 */
import type { Clock } from '../clock.js'
import type { Database } from '../db/port.js'
import type { ObjectStore } from '../storage/port.js'
import { removeResults } from './remove-results.js'

export interface JanitorParts {
  readonly db: Database
  readonly storage: ObjectStore
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export interface Swept {
  results: number
  holds: number
  idempotencyRecords: number
  sessions: number
}

const BATCH = 200
const INTERVAL_MS = 30_000

export function createJanitor({ db, storage, clock, onError }: JanitorParts) {
  const sweep = async (): Promise<Swept> => {
    const now = clock()
    let results = 0
    for (let batch = BATCH; batch === BATCH; results += batch)
      batch = await removeResults({ db, storage }, await db.results.listExpired(now, BATCH))
    return {
      results,
      holds: await db.ledger.releaseExpired(now),
      idempotencyRecords: await db.idempotencyRecords.forgetExpired(now),
      sessions: await db.sessions.endExpired(now),
    }
  }

  /**
   * Undoes what an earlier process left half-done. Right only while no other server works on the same database: then
   * nothing that is still open can have an owner.
   */
  const recover = async (): Promise<Omit<Swept, 'sessions'>> => ({
    results: await removeResults({ db, storage }, await db.results.listUnpublished()),
    holds: await db.ledger.releaseExpired(Number.MAX_SAFE_INTEGER),
    idempotencyRecords: await db.idempotencyRecords.abandonUnanswered(),
  })

  let timer: NodeJS.Timeout | undefined
  return {
    sweep,
    recover,
    start: () => {
      timer = setInterval(() => void sweep().catch(onError), INTERVAL_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

export type Janitor = ReturnType<typeof createJanitor>
