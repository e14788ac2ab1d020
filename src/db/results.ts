/** The records of results: owner and expiry. The pictures themselves are in the object store. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { endOfSearch, newestFirst, toPage } from './paging.js'
import type { ResultRecord, Results } from './port.js'
import type { ResultsTable, Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createResults(db: Kysely<Schema>, clock: Clock): Results {
  return {
    announce: async (result, lease) => {
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
          owner: lease.owner,
          expires_at: lease.expiresAt,
        })
        .execute()
    },

    withdraw: async (id) => {
      const row = await db
        .updateTable('results')
        .set({ expires_at: 0 })
        .where('id', '=', id)
        .where('published', '=', 0)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
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

    page: async (accountId, page, operations) => {
      const list = db.selectFrom('results').where('account_id', '=', accountId)
      const end = await endOfSearch(list, 'results', page) // the sweep may be far behind what has expired
      const rows = await list
        .selectAll()
        .where('published', '=', 1)
        .where('expires_at', '>', clock())
        .$if(operations !== undefined, (query) => query.where('operation', 'in', operations!))
        .$call(newestFirst('results', page, end))
        .execute()
      return toPage(rows.map(toRecord), page, end)
    },

    listOf: async (accountId, limit) => {
      const rows = await db.selectFrom('results').selectAll().where('account_id', '=', accountId).limit(limit).execute()
      return rows.map(toRecord)
    },

    rename: async (id, name) => {
      await db.updateTable('results').set({ name }).where('id', '=', id).execute()
    },

    totals: async () => {
      const { results, bytes } = await db
        .selectFrom('results')
        .select((eb) => [eb.fn.countAll<number>().as('results'), eb.fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { results, bytes: bytes ?? 0 }
    },

    forget: async (ids) => {
      if (ids.length === 0) return
      await inTransaction(db, (tx) => tx.deleteFrom('results').where('id', 'in', ids).execute())
    },

    oldestCreatedAt: async () => {
      const row = await db.selectFrom('results').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
      return row?.created_at
    },
  }
}

/**
 * False when the result or its account is gone, it was already published, or its lease has expired: then the sweep may
 * already be deleting its picture.
 */
export async function publishResult(
  tx: Transaction<Schema>,
  now: number,
  { id, expiresAt }: { id: string; expiresAt: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('results')
    .set({ published: 1, expires_at: expiresAt })
    .where('id', '=', id)
    .where('published', '=', 0)
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.id', '=', 'results.account_id')),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
