/** First answers of requests with an Idempotency-Key; their table is called `answers`. */
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.js'
import type { IdempotencyRecords } from './port.js'
import type { Schema } from './schema.js'

export function createIdempotencyRecords(db: Kysely<Schema>, clock: Clock): IdempotencyRecords {
  return {
    claim: async ({ keyId, idempotencyKey, fingerprint, lifeMs }) => {
      const now = clock()
      // An insert that overwrites only an expired row: whoever gets a row back is the first.
      const mine = await db
        .insertInto('answers')
        .values({
          key_id: keyId,
          idempotency_key: idempotencyKey,
          fingerprint,
          answer: null,
          expires_at: now + lifeMs,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'idempotency_key'])
            .doUpdateSet({ fingerprint, answer: null, expires_at: now + lifeMs })
            .where('answers.expires_at', '<=', now),
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

    complete: async ({ keyId, idempotencyKey, answer, lifeMs }) => {
      await db
        .updateTable('answers')
        .set({ answer, expires_at: clock() + lifeMs })
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .execute()
    },

    abandon: async (keyId, idempotencyKey) => {
      await db
        .deleteFrom('answers')
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .where('answer', 'is', null)
        .execute()
    },

    abandonUnanswered: async () => {
      const { numDeletedRows } = await db.deleteFrom('answers').where('answer', 'is', null).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    forgetExpired: async (before) => {
      const { numDeletedRows } = await db
        .deleteFrom('answers')
        .where('expires_at', '<=', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
