/** Migration 0001: accounts, keys, the ledger with its holds, results, and kept answers. */
import { type Kysely, sql } from 'kysely'
import { wholeNumber } from '../dialect.js'

export async function createFoundation(db: Kysely<unknown>): Promise<void> {
  const integer = wholeNumber(db)
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('balance', integer, (column) => column.notNull())
    .addColumn('held', integer, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    // The last line of defence: whatever the code does, no account can be overdrawn.
    .addCheckConstraint('accounts_never_overdrawn', sql`held >= 0 and balance >= held`)
    .execute()

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('rate_limit', integer)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute()

  await db.schema
    .createTable('ledger')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('operation', 'text')
    .addColumn('key_id', 'text')
    .addColumn('result_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ledger_by_account').on('ledger').columns(['account_id', 'created_at']).execute()

  await db.schema
    .createTable('holds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('holds_by_expiry').on('holds').column('expires_at').execute()

  await db.schema
    .createTable('results')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('object_key', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('published', integer, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('results_by_expiry').on('results').column('expires_at').execute()

  await db.schema
    .createTable('answers')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('answers_primary', ['key_id', 'idempotency_key'])
    .execute()
}
