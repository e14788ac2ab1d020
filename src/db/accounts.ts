/** Accounts: who may spend what. */
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.js'
import { writeEntry } from './ledger.js'
import type { Account, Accounts } from './port.js'
import type { AccountsTable, Schema } from './schema.js'

export function createAccounts(db: Kysely<Schema>, clock: Clock): Accounts {
  return {
    create: ({ id, email, passwordHash, credits }) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('accounts')
          .values({ id, email, password_hash: passwordHash, balance: credits, held: 0, created_at: clock() })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        if (credits > 0) await writeEntry(tx, clock(), { account_id: id, amount: credits, reason: 'opening' })
        return toAccount(row)
      }),
    findByEmail: (email) => find(db, 'email', email),
    findById: (id) => find(db, 'id', id),
    setPassword: async (id, passwordHash) => {
      await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()
    },
    list: async () => (await db.selectFrom('accounts').selectAll().orderBy('created_at').execute()).map(toAccount),
  }
}

async function find(db: Kysely<Schema>, column: 'email' | 'id', value: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst()
  return row && toAccount(row)
}

function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, email, balance, held } = row
  return { id, email, passwordHash: row.password_hash, balance, held, createdAt: row.created_at }
}
