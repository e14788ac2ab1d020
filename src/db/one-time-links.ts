/** Links that work once. Whoever deletes the row has used it. */
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.js'
import type { OneTimeLinks } from './account-security-port.js'
import { lockAccount } from './dialect.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createOneTimeLinks(db: Kysely<Schema>, clock: Clock): OneTimeLinks {
  return {
    create: ({ id, accountId, purpose, email, expiresAt }) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, accountId)
        await tx
          .deleteFrom('one_time_links')
          .where(({ and, eb, or }) =>
            or([eb('expires_at', '<=', clock()), and([eb('account_id', '=', accountId), eb('purpose', '=', purpose)])]),
          )
          .execute()
        const row = { id, account_id: accountId, purpose, email, expires_at: expiresAt }
        await tx.insertInto('one_time_links').values(row).execute()
      }),
    take: async (id, purpose) => {
      const row = await db
        .deleteFrom('one_time_links')
        .where('id', '=', id)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      return row && { id, accountId: row.account_id, purpose, email: row.email, expiresAt: row.expires_at }
    },
    endAllOf: async (accountId) => {
      await db.deleteFrom('one_time_links').where('account_id', '=', accountId).execute()
    },
  }
}
