/** Links that work once: taking one deletes its row, so only one caller gets it. */
import type { Kysely } from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount } from './dialect.js'
import type { LinkFor, LinkPurpose, Links } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createLinks(db: Kysely<Schema>, clock: Clock): Links {
  return {
    create: ({ id, purpose, expiresAt, ...owner }) =>
      inTransaction(db, async (tx) => {
        const row = {
          account_id: 'accountId' in owner ? owner.accountId : null,
          email: 'email' in owner ? owner.email : null,
        }
        if (row.account_id !== null) await lockAccount(tx, row.account_id)
        await tx
          .deleteFrom('links')
          .where(({ eb, or, and }) =>
            or([
              eb('expires_at', '<=', clock()),
              and([
                eb('purpose', '=', purpose),
                row.account_id === null ? eb('email', '=', row.email) : eb('account_id', '=', row.account_id),
              ]),
            ]),
          )
          .execute()
        await tx
          .insertInto('links')
          .values({ id, purpose, ...row, expires_at: expiresAt })
          .execute()
      }),
    take: async <P extends LinkPurpose>(id: string, purpose: P) => {
      const row = await db
        .deleteFrom('links')
        .where('id', '=', id)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock())
        .returningAll()
        .executeTakeFirst()
      if (!row) return undefined
      const { account_id: accountId, email, expires_at: expiresAt } = row
      const owner = { ...(accountId !== null && { accountId }), ...(email !== null && { email }) }
      return { id, purpose, expiresAt, ...owner } as LinkFor<P>
    },
    endAllOf: async (accountId, purpose) => {
      await db
        .deleteFrom('links')
        .where('account_id', '=', accountId)
        .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose!))
        .execute()
    },
  }
}
