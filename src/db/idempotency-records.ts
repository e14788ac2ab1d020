/** First answers of requests with an Idempotency-Key; their table is called `answers`. */
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { locked } from './dialect.js'
import type { IdempotencyRecords, KeptAnswer } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createIdempotencyRecords(db: Kysely<Schema>, clock: Clock): IdempotencyRecords {
  return {
    claim: async ({ keyId, idempotencyKey, fingerprint, lease }) => {
      const now = clock()
      const open = { fingerprint, answer: null, owner: lease.owner, expires_at: lease.expiresAt }
      // An insert that overwrites only an expired row: the request that gets a row back is the first.
      const mine = await db
        .insertInto('answers')
        .values({ key_id: keyId, idempotency_key: idempotencyKey, ...open })
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'idempotency_key']).doUpdateSet(open).where('answers.expires_at', '<=', now),
        )
        .returning('key_id')
        .executeTakeFirst()
      if (mine) return { state: 'first' }

      const row = await db
        .selectFrom('answers')
        .selectAll()
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst()
      if (!row) return { state: 'running' } // abandoned between the two statements: the caller asks again
      if (row.fingerprint !== fingerprint) return { state: 'other_content' }
      return row.answer === null ? { state: 'running' } : { state: 'answered', answer: row.answer }
    },

    abandon: async (keyId, idempotencyKey, owner) => {
      await db
        .deleteFrom('answers')
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .where('owner', '=', owner)
        .where('answer', 'is', null)
        .execute()
    },

    forgetExpired: async (before, limit) => {
      const expired = await inTransaction(db, (tx) => {
        // Locked, because otherwise one might be claimed anew between finding and deleting it.
        const oldest = locked(
          tx,
          tx
            .selectFrom('answers')
            .select(['key_id', 'idempotency_key'])
            .where('expires_at', '<=', before)
            .orderBy('expires_at')
            .limit(limit),
        )
        return tx
          .deleteFrom('answers')
          .where(({ eb, refTuple }) =>
            eb(refTuple('key_id', 'idempotency_key'), 'in', oldest.$asTuple('key_id', 'idempotency_key')),
          )
          .executeTakeFirstOrThrow()
      })
      return Number(expired.numDeletedRows)
    },
  }
}

/** False when the claim has expired or another request holds it. */
export async function answerClaim(
  tx: Transaction<Schema>,
  now: number,
  { keyId, idempotencyKey, owner, text, expiresAt }: KeptAnswer,
): Promise<boolean> {
  const row = await tx
    .updateTable('answers')
    .set({ answer: text, expires_at: expiresAt })
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('owner', '=', owner)
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
    .returning('key_id')
    .executeTakeFirst()
  return row !== undefined
}
