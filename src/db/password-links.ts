/** Links to a new password. Whoever deletes the row has used it. */
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.js'
import { lockAccount } from './dialect.js'
import type { PasswordLinks } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createPasswordLinks(db: Kysely<Schema>, clock: Clock): PasswordLinks {
  return {
    create: ({ id, accountId, expiresAt }) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, accountId)
        await tx
          .deleteFrom('password_links')
          .where(({ eb, or }) => or([eb('expires_at', '<=', clock()), eb('account_id', '=', accountId)]))
          .execute()
        await tx.insertInto('password_links').values({ id, account_id: accountId, expires_at: expiresAt }).execute()
      }),
    take: async (id) => {
      const row = await db
        .deleteFrom('password_links')
        .where('id', '=', id)
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      return row && { id, accountId: row.account_id, expiresAt: row.expires_at }
    },
    endAllOf: async (accountId) => {
      await db.deleteFrom('password_links').where('account_id', '=', accountId).execute()
    },
  }
}
