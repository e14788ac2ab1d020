/** The end of an image: charge, publication and kept answer come true together, or not at all. */
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.js'
import { lockAccount } from './dialect.js'
import { answerClaim } from './idempotency-records.js'
import { chargeHold, takeForCharge } from './ledger.js'
import type { Database, Settlement } from './port.js'
import { publishResult } from './results.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'
import { countUsage } from './usage.js'

/** Thrown inside the transaction so that everything in it is undone together. */
class NotOursAnyMore extends Error {}

export function createSettle(db: Kysely<Schema>, clock: Clock): Database['settle'] {
  return async (settlement) => {
    try {
      await inTransaction(db, async (tx) => {
        if (!(await settle(tx, clock(), settlement))) throw new NotOursAnyMore()
      })
      return true
    } catch (error) {
      if (error instanceof NotOursAnyMore) return false
      throw error
    }
  }
}

async function settle(tx: Transaction<Schema>, now: number, settlement: Settlement): Promise<boolean> {
  const { accountId, operation, holdId, result, answer } = settlement
  const hold = holdId === undefined ? undefined : await takeForCharge(tx, now, holdId)
  if (holdId === undefined ? !(await lockAccount(tx, accountId)) : !hold) return false
  if (answer && !(await answerClaim(tx, now, answer))) return false
  if (result && !(await publishResult(tx, now, result))) return false
  if (hold) await chargeHold(tx, now, hold, { operation, resultId: result?.id ?? null })
  else await countUsage(tx, now, accountId, { images: 1, credits: 0 })
  return true
}
