/**
 * The end of an image: charge, publication, kept answer and the end of a job's item take effect atomically.
 *
 * A database that goes away in the middle may or may not have done it. A client that is charged must get its picture,
 * so the database is asked again when it is back: the entry in the ledger, whose id is known beforehand, tells. If it
 * is not there, the settlement is done now.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { StoreTrouble } from '../base/store-trouble.js'
import { lockAccount } from './dialect.js'
import { answerClaim } from './idempotency-records.js'
import { endItem } from './job-items.js'
import { chargeHold, isEntry, newEntryId, takeForCharge } from './ledger.js'
import type { Database, Settlement } from './port.js'
import { publishResult } from './results.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'
import { countUsage } from './usage.js'

/** Thrown inside the transaction so that everything in it is undone together. */
class LeaseLost extends Error {}

/** A database that restarts is back by then; after that the client is told that it is away. */
const PATIENCE_MS = 5000
const ASK_AGAIN_MS = 250

export function createSettle(db: Kysely<Schema>, clock: Clock): Database['settle'] {
  const attempt = async (settlement: Settlement, entryId: string): Promise<boolean> => {
    try {
      await inTransaction(db, async (tx) => {
        if (!(await settle(tx, clock(), settlement, entryId))) throw new LeaseLost()
      })
      return true
    } catch (error) {
      if (error instanceof LeaseLost) return isEntry(db, entryId)
      throw error
    }
  }
  return async (settlement) => {
    const entryId = newEntryId(clock())
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await attempt(settlement, entryId)
      } catch (error) {
        const mayBeDone = settlement.holdId !== undefined && isAway(error)
        if (!mayBeDone || performance.now() > until) throw error
      }
      await sleep(ASK_AGAIN_MS)
    }
  }
}

const isAway = (error: unknown): boolean => error instanceof StoreTrouble && error.kind === 'unreachable'

async function settle(tx: Transaction<Schema>, now: number, settlement: Settlement, entryId: string): Promise<boolean> {
  const { accountId, operation, holdId, result, answer, item } = settlement
  const hold = holdId === undefined ? undefined : await takeForCharge(tx, now, holdId)
  if (holdId === undefined ? !(await lockAccount(tx, accountId)) : !hold) return false
  if (answer && !(await answerClaim(tx, now, answer))) return false
  if (result && !(await publishResult(tx, now, result))) return false
  if (hold) await chargeHold(tx, now, hold, { entryId, operation, resultId: result?.id ?? null })
  else await countUsage(tx, now, accountId, { images: 1, credits: 0 })
  return !item || endItem(tx, now, { ...item, state: 'finished', resultId: result?.id ?? null })
}
