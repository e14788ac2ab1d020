/**
 * Everything in it takes effect atomically. Where PostgreSQL ends one of two conflicting transactions, it is tried
 * again, so the work must have no effects outside the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.js'

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 5
/** `serialization_failure` and `deadlock_detected`. */
const IN_EACH_OTHERS_WAY = new Set(['40001', '40P01'])
export const isConflict = (error: unknown): boolean =>
  IN_EACH_OTHERS_WAY.has((error as { code?: string } | undefined)?.code ?? '')

export async function inTransaction<T>(db: Kysely<Schema>, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
    // A random delay, or the same two would collide again.
    await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** attempt)
  }
}
