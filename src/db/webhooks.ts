/** Webhooks of accounts. */
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount } from './dialect.js'
import type { Webhook, Webhooks } from './port.js'
import type { WebhooksTable } from './schema/webhooks.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createWebhooks(db: Kysely<Schema>, clock: Clock): Webhooks {
  const change = async (id: string, values: Partial<WebhooksTable>): Promise<void> => {
    await db.updateTable('webhooks').set(values).where('id', '=', id).execute()
  }
  return {
    // The account stays locked from the count until the new one is there.
    createWithin: (limit, { id, accountId, url, secret }) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, accountId)
        const { count } = await tx
          .selectFrom('webhooks')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (count >= limit) return undefined
        const row = await tx
          .insertInto('webhooks')
          .values({ id, account_id: accountId, url, secret, created_at: clock() })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toWebhook(row)
      }),
    find: async (id) => {
      const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toWebhook(row)
    },
    listOf: async (accountId) => {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toWebhook)
    },
    setUrl: (id, url) => change(id, { url }),
    setDisabled: async (id, by) => {
      await db
        .updateTable('webhooks')
        .set({ disabled_at: by ? clock() : null, disabled_by: by ?? null })
        .where('id', '=', id)
        .$if(by !== undefined, (query) => query.where('disabled_at', 'is', null))
        .execute()
    },
    rotate: async (id, secret, formerUntil) => {
      await db
        .updateTable('webhooks')
        .set((eb) => ({ former_secret: eb.ref('secret'), former_until: formerUntil, secret }))
        .where('id', '=', id)
        .execute()
    },
    remove: async (id) => {
      await db.deleteFrom('webhooks').where('id', '=', id).execute()
    },
  }
}

export const toWebhook = (row: Selectable<WebhooksTable>): Webhook => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  secret: row.secret,
  former:
    row.former_secret === null || row.former_until === null
      ? null
      : { secret: row.former_secret, until: row.former_until },
  createdAt: row.created_at,
  disabled: row.disabled_at === null || row.disabled_by === null ? null : { at: row.disabled_at, by: row.disabled_by },
})
