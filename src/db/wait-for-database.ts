/**
 * The parts of an installation may start in any order: a server that starts before its database waits for it, with
 * growing pauses, and says so once. It does not listen before that, because every request needs the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { mayStillComeUp } from './postgres-errors.js'

const PAUSE_MS = { first: 500, max: 10_000 }

export async function waitForDatabase<T>(
  open: () => Promise<T>,
  log: Pick<Logger, 'warn' | 'info'>,
  pause: (pauseMs: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let pauseMs = PAUSE_MS.first, waited = false; ; pauseMs = Math.min(PAUSE_MS.max, 2 * pauseMs), waited = true) {
    try {
      const opened = await open()
      if (waited) log.info('the database answers: the server starts')
      return opened
    } catch (error) {
      if (!mayStillComeUp(error)) throw error
      if (!waited) log.warn({ reason: error.message }, 'the server waits for its database')
      await pause(pauseMs)
    }
  }
}
