/** Which results exist, whose they are and until when. The pictures themselves are in the object store. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '../clock.js'
import { chargeHold } from './ledger.js'
import { olderThan } from './paging.js'
import type { ResultRecord, Results } from './port.js'
import type { ResultsTable, Schema } from './schema.js'
import { countUsage } from './usage.js'

/** Thrown inside the transaction so that everything in it is undone together. */
class HoldIsGone extends Error {}

export function createResults(db: Kysely<Schema>, clock: Clock): Results {
  return {
    announce: async (result) => {
      await db
        .insertInto('results')
        .values({
          id: result.id,
          account_id: result.accountId,
          key_id: result.keyId,
          operation: result.operation,
          object_key: result.objectKey,
          content_type: result.contentType,
          bytes: result.bytes,
          published: 0,
          created_at: clock(),
          expires_at: result.expiresAt,
        })
        .execute()
    },

    publishFree: (id, expiresAt) =>
      db.transaction().execute(async (tx) => {
        const row = await publish(tx, id, expiresAt)
        if (row) await countUsage(tx, clock(), row.account_id, { images: 1, credits: 0 })
        return row !== undefined
      }),

    publishAndCharge: async (id, expiresAt, holdId) => {
      try {
        return await db.transaction().execute(async (tx) => {
          const row = await publish(tx, id, expiresAt)
          if (!row) return false
          const charged = await chargeHold(tx, clock(), holdId, { operation: row.operation, resultId: id })
          if (!charged) throw new HoldIsGone()
          return true
        })
      } catch (error) {
        if (error instanceof HoldIsGone) return false
        throw error
      }
    },

    find: async (id) => {
      const row = await db
        .selectFrom('results')
        .selectAll()
        .where('id', '=', id)
        .where('published', '=', 1)
        .where('expires_at', '>', clock())
        .executeTakeFirst()
      return row && toRecord(row)
    },

    listExpired: async (before, limit) => {
      const rows = await db
        .selectFrom('results')
        .selectAll()
        .where('expires_at', '<=', before)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },

    page: async (accountId, { before, limit }) => {
      const rows = await db
        .selectFrom('results')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('published', '=', 1)
        .where('expires_at', '>', clock())
        .$if(before !== undefined, (query) => query.where(olderThan('results', before!)))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },

    listOf: async (accountId, limit) => {
      const rows = await db.selectFrom('results').selectAll().where('account_id', '=', accountId).limit(limit).execute()
      return rows.map(toRecord)
    },

    totals: async () => {
      const { results, bytes } = await db
        .selectFrom('results')
        .select((eb) => [eb.fn.countAll<number>().as('results'), eb.fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { results, bytes: bytes ?? 0 }
    },

    listUnpublished: async () =>
      (await db.selectFrom('results').selectAll().where('published', '=', 0).execute()).map(toRecord),

    forget: async (ids) => {
      if (ids.length > 0) await db.deleteFrom('results').where('id', 'in', ids).execute()
    },

    oldestCreatedAt: async () => {
      const row = await db.selectFrom('results').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
      return row?.created_at
    },
  }
}

/** Undefined when the result or its account is gone, or somebody else has published it. */
function publish(tx: Transaction<Schema>, id: string, expiresAt: number) {
  return tx
    .updateTable('results')
    .set({ published: 1, expires_at: expiresAt })
    .where('id', '=', id)
    .where('published', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.id', '=', 'results.account_id')),
    )
    .returning(['operation', 'account_id'])
    .executeTakeFirst()
}

function toRecord(row: Selectable<ResultsTable>): ResultRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    operation: row.operation,
    objectKey: row.object_key,
    contentType: row.content_type,
    bytes: row.bytes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
