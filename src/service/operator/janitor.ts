/**
 * Cleans up: deletes expired results and jobs, releases forgotten holds, puts back images of jobs that a server has left,
 * drops old idempotency records, lines of the request log and events of webhooks, ends sessions with their keys. Runs at
 * start and then by a timer. Each duty is done whatever becomes of the others,
 * and takes a bounded number of rows: after weeks in which no server ran, one starts as usual and catches up meanwhile.
 */
import type { Clock } from '../../base/clock.js'
import { troubleBehind } from '../../base/store-trouble.js'
import type { Database, ResultRecord } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { removeResults } from '../images/remove-results.js'
import { removeSpentInputs } from '../jobs/inputs.js'

export interface JanitorParts {
  readonly db: Database
  readonly storage: ObjectStore
  /** Photos that wait to be processed. */
  readonly uploads: ObjectStore
  readonly clock: Clock
  /** How long results live. Much older files have no owner. */
  readonly resultTtlMs: number
  /** How long the request log is kept. */
  readonly requestLogMs: number
  readonly onError: (error: unknown) => void
  /** Asked after each sweep of the timer. */
  readonly checkUp?: () => Promise<unknown>
}

/** A duty that failed counts as nothing. */
export interface Swept {
  results: number
  /** Files that no record named. */
  strays: number
  holds: number
  /** Images of jobs that a server has left. */
  jobItems: number
  idempotencyRecords: number
  sessions: number
  requests: number
  events: number
  /** Uploaded photos of images that have ended. */
  inputs: number
  jobs: number
}

const BATCH = 200
/** Of each kind in one sweep. */
const MOST = 2000
const INTERVAL_MS = 30_000
/** Where there was more to do. */
const CATCHING_UP_MS = 1000
const STRAYS_EVERY_MS = 3_600_000
/** With their log. */
const EVENTS_KEPT_MS = 7 * 24 * 3_600_000
/** Longer than any photo waits: whatever wrote an older one died before it said what for. */
const UPLOAD_LIFE_MS = 7 * 24 * 3_600_000

export function createJanitor(parts: JanitorParts) {
  const { db, storage, clock, resultTtlMs, requestLogMs, onError, checkUp } = parts
  let straysDueAt = Number.NEGATIVE_INFINITY
  const duty = (work: Promise<number>): Promise<number> =>
    work.catch((error: unknown) => {
      onError(error)
      return 0
    })

  /** Servers may share a database but not their disks: another one has forgotten what lies here. */
  const deleteStrays = async (now: number): Promise<number> => {
    if (!storage.deleteBefore || now < straysDueAt) return 0
    straysDueAt = now + STRAYS_EVERY_MS
    const ofJobs = (await parts.uploads.deleteBefore?.(now - UPLOAD_LIFE_MS)) ?? 0
    return ofJobs + (await storage.deleteBefore(now - resultTtlMs - STRAYS_EVERY_MS))
  }

  const returnLeftItems = async (now: number): Promise<number> => {
    const returned = await db.jobs.returnExpired(now, MOST)
    await db.jobs.cancelLeft(now + resultTtlMs)
    return returned
  }

  const sweep = async (): Promise<Swept> => {
    const now = clock()
    return {
      // Money first, and what waits for it: there may be many results.
      holds: await duty(db.ledger.releaseExpired(now, MOST)),
      jobItems: await duty(returnLeftItems(now)),
      idempotencyRecords: await duty(db.idempotencyRecords.forgetExpired(now, MOST)),
      sessions: await duty(db.sessions.endExpired(now, MOST)),
      results: await duty(removeExpired(parts, now)),
      strays: await duty(deleteStrays(now)),
      requests: await duty(db.requests.forget(now - requestLogMs, MOST)),
      events: await duty(db.webhookEvents.forget(now - EVENTS_KEPT_MS, MOST)),
      inputs: await duty(removeSpentInputs(parts, BATCH)),
      jobs: await duty(db.jobs.forgetExpired(now, MOST)),
    }
  }

  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const sweepIn = (ms: number): void => {
    if (!stopped) timer = setTimeout(() => void sweepAndGoOn(), ms).unref()
  }
  const sweepAndGoOn = async (): Promise<void> => {
    const { strays: _, ...swept } = await sweep()
    await checkUp?.().catch(onError)
    sweepIn(Object.values(swept).some((count) => count >= MOST) ? CATCHING_UP_MS : INTERVAL_MS)
  }
  return {
    sweep,
    start: () => sweepIn(INTERVAL_MS),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

export type Janitor = ReturnType<typeof createJanitor>

/**
 * A picture that cannot be deleted keeps its row for the next sweep and does not block the others. A store that is away
 * cannot delete the others either.
 */
async function removeExpired({ db, storage, onError }: JanitorParts, now: number): Promise<number> {
  const stuck = new Set<string>()
  const tryEach = async (results: readonly ResultRecord[]): Promise<number> => {
    let removed = 0
    for (const result of results) {
      try {
        removed += await removeResults({ db, storage }, [result])
      } catch (error) {
        if (isAway(error)) throw error
        onError(error)
        stuck.add(result.id)
      }
    }
    return removed
  }
  let removed = 0
  for (let batch = BATCH; batch === BATCH && removed < MOST && stuck.size < MOST; ) {
    const expired = await db.results.listExpired(now, BATCH + stuck.size)
    const due = expired.filter(({ id }) => !stuck.has(id))
    batch = due.length
    removed += await removeResults({ db, storage }, due).catch((error: unknown) => {
      if (isAway(error)) throw error
      return tryEach(due)
    })
  }
  return removed
}

const isAway = (error: unknown): boolean => troubleBehind(error)?.kind === 'unreachable'
