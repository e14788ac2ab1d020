/** Links sent to an address, to see whose it is. Whoever deletes the row has used it. */
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.js'
import { lockAccount } from './dialect.js'
import type { EmailLinks } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createEmailLinks(db: Kysely<Schema>, clock: Clock): EmailLinks {
  return {
    create: ({ id, accountId, email, expiresAt }) =>
      inTransaction(db, async (tx) => {
        if (accountId !== null) await lockAccount(tx, accountId)
        await tx
          .deleteFrom('email_links')
          .where(({ eb, or, and }) =>
            or([
              eb('expires_at', '<=', clock()),
              accountId === null
                ? and([eb('account_id', 'is', null), eb('email', '=', email)])
                : eb('account_id', '=', accountId),
            ]),
          )
          .execute()
        await tx.insertInto('email_links').values({ id, account_id: accountId, email, expires_at: expiresAt }).execute()
      }),
    take: async (id) => {
      const row = await db
        .deleteFrom('email_links')
        .where('id', '=', id)
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      return row && { id, accountId: row.account_id, email: row.email, expiresAt: row.expires_at }
    },
    endAllOf: async (accountId) => {
      await db.deleteFrom('email_links').where('account_id', '=', accountId).execute()
    },
  }
}
