/**
 * How the server stops. From the first moment /readyz says so, and answers close their connections. Where another
 * server can take over, requests are accepted for some seconds more, until the load balancer has noticed; then the
 * server stops listening, which sends the last clients elsewhere, and finishes what has arrived. A server that is alone
 * keeps listening while it finishes, and refuses new requests with `Retry-After`.
 *
 * When finishing takes too long, the rest is given up: jobs lose their workers, their requests answer 503 and are not
 * charged, and clients that read too slowly lose their connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from './deps.js'

export interface Shutdown {
  /** `drainMs`: how long the load balancer may take to notice; 0 where there is none. */
  now(reason: string, drainMs?: number): Promise<void>
  begun(): boolean
}

export interface ShutdownParts {
  readonly deps: Pick<Deps, 'previewPreparation' | 'jobRunner' | 'engine' | 'abandon' | 'close'>
  readonly app: Pick<FastifyInstance, 'close' | 'server' | 'startDraining'>
  /** Longest time to finish what is running. */
  readonly limitMs: number
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** For answers to requests that were given up, and for cleaning up after them. */
const LAST_WORDS_MS = 1000

export function createShutdown({ deps, app, limitMs, log }: ShutdownParts): Shutdown {
  let begun = false

  const giveUp = async (): Promise<void> => {
    log.warn('giving up what still runs')
    await deps.abandon()
    await sleep(LAST_WORDS_MS, undefined, { ref: false })
    app.server.closeAllConnections()
  }
  const refuseNewcomers = async (): Promise<void> => {
    const tooLong = sleep(limitMs + LAST_WORDS_MS, undefined, { ref: false })
    await Promise.race([deps.engine.drain(), tooLong])
  }
  const now = async (reason: string, drainMs = 0): Promise<void> => {
    if (begun) return
    begun = true
    log.info({ reason }, 'draining')
    deps.previewPreparation.stop()
    const jobsAtRest = deps.jobRunner.stop()
    app.startDraining()
    if (drainMs > 0) await sleep(drainMs)
    const patience = setTimeout(() => void giveUp(), limitMs)
    if (drainMs === 0) await refuseNewcomers()
    await app.close()
    await jobsAtRest
    clearTimeout(patience)
    await deps.close()
    log.info('stopped')
  }
  return { now, begun: () => begun }
}
