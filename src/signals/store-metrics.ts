/** How long stores and workers take, how often they fail and are tried again: metrics of a server or of a worker machine. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { AppError } from '../base/errors.js'
import { troubleBehind } from '../base/store-trouble.js'
import type { Watch, WatchedCall } from './watch.js'

const STORE_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 8]
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

export interface ConnectionCount {
  readonly busy: number
  readonly idle: number
  /** Calls that wait for one. */
  readonly waiting: number
}

export interface StoreMetrics extends Watch {
  /** A store stumbled, and is asked once more. */
  retried(store: 'database' | 'storage'): void
  /** Where connections come from a pool. */
  connections(count: () => ConnectionCount): void
  /** Something happened to a worker process of this machine. */
  workerEvent(event: string): void
}

export function createStoreMetrics(registry: Registry): StoreMetrics {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'silhouette_store_seconds',
    help: 'How long calls of this process to a store took, its own retries included',
    labelNames: ['store', 'operation'],
    buckets: STORE_SECONDS,
    registers,
  })
  const errors = new Counter({
    name: 'silhouette_store_errors_total',
    help: 'Calls of this process to a store that failed, by reason',
    labelNames: ['store', 'operation', 'reason'],
    registers,
  })
  const retries = new Counter({
    name: 'silhouette_store_retries_total',
    help: 'Calls of this process that a store did not answer as it should, and that were repeated',
    labelNames: ['store'],
    registers,
  })
  const jobs = new Histogram({
    name: 'silhouette_job_seconds',
    help: 'How long jobs of this process took, from the queue to their end',
    labelNames: ['kind', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  })
  const events = new Counter({
    name: 'silhouette_worker_events_total',
    help: 'Worker processes that this process started, replaced or lost',
    labelNames: ['event'],
    registers,
  })
  let countConnections: (() => ConnectionCount) | undefined
  new Gauge({
    name: 'silhouette_database_connections',
    help: 'Connections of this process to PostgreSQL by state; waiting: calls that have none yet',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(countConnections?.() ?? {})) this.set({ state }, count)
    },
  })

  const over = ({ port, operation }: WatchedCall, startedAt: number, error?: unknown): void => {
    const took = (performance.now() - startedAt) / 1000
    if (port === 'engine') {
      jobs.observe({ kind: operation, outcome: outcomeOf(error) }, took)
      return
    }
    seconds.observe({ store: port, operation }, took)
    // A refusal is an answer.
    if (error === undefined || error instanceof AppError) return
    errors.inc({ store: port, operation, reason: troubleBehind(error)?.kind ?? 'other' })
  }
  return {
    around: async (call, work) => {
      const startedAt = performance.now()
      try {
        const value = await work()
        over(call, startedAt)
        return value
      } catch (error) {
        over(call, startedAt, error)
        throw error
      }
    },
    retried: (store) => retries.inc({ store }),
    connections: (count) => {
      countConnections = count
    },
    workerEvent: (event) => events.inc({ event }),
  }
}

/** Whose fault it was: a damaged picture says nothing about us. */
const OURS = ['internal', 'busy']

function outcomeOf(error: unknown): 'done' | 'refused' | 'failed' {
  if (error === undefined) return 'done'
  return error instanceof AppError && !OURS.includes(error.kind) ? 'refused' : 'failed'
}
