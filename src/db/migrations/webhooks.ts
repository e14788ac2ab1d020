/** Addresses that an account's events are sent to, the events themselves, and what became of each delivery. */
import { type Kysely, sql } from 'kysely'
import { wholeNumber } from '../dialect.js'

export async function addWebhooks(db: Kysely<unknown>): Promise<void> {
  const integer = wholeNumber(db)
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('former_secret', 'text')
    .addColumn('former_until', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhooks_by_account').on('webhooks').column('account_id').execute()

  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhook_events_by_account').on('webhook_events').column('account_id').execute()
  await db.schema.createIndex('webhook_events_by_time').on('webhook_events').column('created_at').execute()

  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull().references('webhook_events.id').onDelete('cascade'))
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('tried_at', 'bigint')
    .addColumn('status', integer)
    .addColumn('trouble', 'text')
    .addColumn('duration_ms', integer)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhook_deliveries_by_event').on('webhook_deliveries').column('event_id').execute()
  await db.schema
    .createIndex('webhook_deliveries_log')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute()
  await sql`
    create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_at) where state = 'waiting'
  `.execute(db)
  await sql`
    create index webhook_claims_open on webhook_deliveries (owner) where owner is not null
  `.execute(db)
}
