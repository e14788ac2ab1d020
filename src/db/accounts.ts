/** Accounts and their balances. */
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../base/clock.js'
import { isActive } from './api-keys.js'
import { forgetAddresses } from './audit.js'
import { containsText } from './contains-text.js'
import { lockAccount } from './dialect.js'
import { writeEntry } from './ledger.js'
import { endOfSearch, newestFirst, toPage } from './paging.js'
import type { Account, AccountSummary, Accounts } from './port.js'
import type { AccountsTable, Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createAccounts(db: Kysely<Schema>, clock: Clock): Accounts {
  return {
    create: ({ id, email, passwordHash, credits, operator, unlimited, rateLimit }) =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .insertInto('accounts')
          .values({
            id,
            email,
            password_hash: passwordHash,
            balance: credits,
            held: 0,
            operator: operator ? 1 : 0,
            unlimited: unlimited ? 1 : 0,
            rate_limit: rateLimit ?? null,
            suspended_at: null,
            created_at: clock(),
          })
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
    setEmail: async (id, email) => {
      const row = await db
        .updateTable('accounts')
        .set({ email })
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('accounts as other')
                .select('other.id')
                .where('other.email', '=', email)
                .where('other.id', '!=', id),
            ),
          ),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    setOperator: async (id, operator) => {
      await db
        .updateTable('accounts')
        .set({ operator: operator ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },
    setUnlimited: async (id, unlimited) => {
      await db
        .updateTable('accounts')
        .set({ unlimited: unlimited ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },
    setRateLimit: async (id, rateLimit) => {
      await db.updateTable('accounts').set({ rate_limit: rateLimit }).where('id', '=', id).execute()
    },
    setSuspended: async (id, suspended) => {
      await db
        .updateTable('accounts')
        .set({ suspended_at: suspended ? clock() : null })
        .where('id', '=', id)
        .$if(suspended, (query) => query.where('suspended_at', 'is', null))
        .execute()
    },
    list: async () => (await db.selectFrom('accounts').selectAll().orderBy('created_at').execute()).map(toAccount),
    count: async () => {
      const { count } = await db
        .selectFrom('accounts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    page: async (search, page) => {
      const end = search === '' ? undefined : await endOfSearch(db.selectFrom('accounts'), 'accounts', page)
      const rows = await selectSummaries(db, clock())
        .$if(search !== '', (query) => query.where(containsText('email', search)))
        .$call(newestFirst('accounts', page, end))
        .execute()
      return toPage(rows.map(toSummary), page, end)
    },
    summarise: async (id) => {
      const row = await selectSummaries(db, clock()).where('id', '=', id).executeTakeFirst()
      return row && toSummary(row)
    },
    // Its keys, sessions and ledger entries reference the row and are deleted with it.
    remove: (id) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, id)
        await tx.deleteFrom('holds').where('account_id', '=', id).execute() // before the answers, as everywhere
        await tx
          .deleteFrom('answers')
          .where('key_id', 'in', (eb) => eb.selectFrom('api_keys').select('id').where('account_id', '=', id))
          .execute()
        await tx.deleteFrom('hourly_use').where('account_id', '=', id).execute()
        await tx.deleteFrom('requests').where('account_id', '=', id).execute()
        const gone = await tx.deleteFrom('accounts').where('id', '=', id).returningAll().executeTakeFirst()
        if (gone) await forgetAddresses(tx, gone)
      }),
  }
}

function selectSummaries(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'operator', 'balance', 'unlimited', 'rate_limit', 'suspended_at', 'created_at'])
    .select((eb) => [
      eb
        .selectFrom('api_keys')
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .where((key) => isActive(key, now))
        .select((key) => key.fn.countAll<number>().as('count'))
        .as('keys'),
      eb
        .selectFrom('api_keys')
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .select((key) => key.fn.max('last_used_at').as('last'))
        .as('last_used_at'),
    ])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>>

const toSummary = (row: SummaryRow): AccountSummary => ({
  id: row.id,
  email: row.email,
  operator: row.operator === 1,
  balance: row.balance,
  unlimited: row.unlimited === 1,
  rateLimit: row.rate_limit,
  keys: row.keys ?? 0,
  suspendedAt: row.suspended_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

async function find(db: Kysely<Schema>, column: 'email' | 'id', value: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst()
  return row && toAccount(row)
}

function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, email, balance, held } = row
  return {
    id,
    email,
    passwordHash: row.password_hash,
    balance,
    held,
    operator: row.operator === 1,
    unlimited: row.unlimited === 1,
    rateLimit: row.rate_limit,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  }
}
