/** Second factors: the secrets of authenticator apps, and recovery codes for owners who have lost theirs. */
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount } from './dialect.js'
import type { TwoFactors } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createTwoFactors(db: Kysely<Schema>, clock: Clock): TwoFactors {
  return {
    find: async (accountId) => {
      const row = await db.selectFrom('two_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst()
      return row && { accountId, secret: row.secret, confirmedAt: row.confirmed_at }
    },
    begin: async (accountId, secret) => {
      const fresh = { secret, last_step: 0, confirmed_at: null, created_at: clock() }
      const row = await db
        .insertInto('two_factor')
        .values({ account_id: accountId, ...fresh })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet(fresh).where('two_factor.confirmed_at', 'is', null),
        )
        .returning('account_id')
        .executeTakeFirst()
      return row !== undefined
    },
    confirm: (accountId, step, recoveryCodes) =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .updateTable('two_factor')
          .set({ confirmed_at: clock(), last_step: step })
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is', null)
          .returning('account_id')
          .executeTakeFirst()
        if (row) await writeRecoveryCodes(tx, accountId, recoveryCodes)
        return row !== undefined
      }),
    useStep: async (accountId, step) => {
      const row = await db
        .updateTable('two_factor')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .where('last_step', '<', step)
        .returning('account_id')
        .executeTakeFirst()
      return row !== undefined
    },
    useRecoveryCode: async (accountId, id) => {
      const row = await db
        .deleteFrom('recovery_codes')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    countRecoveryCodes: async (accountId) => {
      const { count } = await db
        .selectFrom('recovery_codes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return count
    },
    replaceRecoveryCodes: (accountId, recoveryCodes) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, accountId) // of two concurrent calls, one set of codes remains
        const row = await tx
          .selectFrom('two_factor')
          .select('account_id')
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst()
        if (!row) return false
        await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
        await writeRecoveryCodes(tx, accountId, recoveryCodes)
        return true
      }),
    remove: (accountId) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, accountId)
        const row = await tx
          .deleteFrom('two_factor')
          .where('account_id', '=', accountId)
          .returning('confirmed_at')
          .executeTakeFirst()
        await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
        return row !== undefined && row.confirmed_at !== null
      }),
  }
}

async function writeRecoveryCodes(tx: Transaction<Schema>, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(ids.map((id) => ({ id, account_id: accountId })))
    .execute()
}
