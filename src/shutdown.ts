/**
 * How the server stops: newcomers are refused, by a server that still listens and says so at /readyz; what runs is
 * finished; then connections and stores are closed. When that takes too long, what is left is given up: jobs lose
 * their workers, their requests answer 503 and are not charged, and clients that read too slowly lose their connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from './deps.js'

export interface Shutdown {
  now(reason: string): Promise<void>
  begun(): boolean
}

export interface ShutdownParts {
  readonly deps: Pick<Deps, 'previewPreparation' | 'engine' | 'abandon' | 'close'>
  readonly app: Pick<FastifyInstance, 'close' | 'server' | 'endKeepAlive'>
  /** Longest time to finish what runs. */
  readonly limitMs: number
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** For answers to requests that were given up, and for putting away what they held. */
const LAST_WORDS_MS = 1000

export function createShutdown({ deps, app, limitMs, log }: ShutdownParts): Shutdown {
  let begun = false

  const giveUp = async (): Promise<void> => {
    log.warn('giving up what still runs')
    await deps.abandon()
    await sleep(LAST_WORDS_MS, undefined, { ref: false })
    app.server.closeAllConnections()
  }
  const now = async (reason: string): Promise<void> => {
    if (begun) return
    begun = true
    log.info({ reason }, 'draining')
    deps.previewPreparation.stop()
    app.endKeepAlive()
    const patience = setTimeout(() => void giveUp(), limitMs)
    const tooLong = sleep(limitMs + LAST_WORDS_MS, undefined, { ref: false })
    await Promise.race([deps.engine.drain(), tooLong])
    await app.close()
    clearTimeout(patience)
    await deps.close()
    log.info('stopped')
  }
  return { now, begun: () => begun }
}
