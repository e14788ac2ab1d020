/** Schema changes in order. A migration that has shipped is never edited; the next one is appended. */
import { type Kysely, type Migration, sql } from 'kysely'
import { isPostgres, wholeNumber } from './dialect.js'
import { createFoundation } from './migrations/foundation.js'
import { addJobs } from './migrations/jobs.js'
import { addWebhooks } from './migrations/webhooks.js'

export const migrations: Record<string, Migration> = {
  '0001_foundation': { up: createFoundation },
  '0002_account_page': { up: addAccountPage },
  '0003_leases': { up: addLeases },
  '0004_administration': { up: addAdministration },
  '0005_request_log': { up: addRequestLog },
  '0006_account_security': { up: addAccountSecurity },
  '0007_email_links': { up: addEmailLinks },
  '0008_result_names': { up: addResultNames },
  '0009_notes_for_owners': { up: addNotesForOwners },
  '0010_long_tables': { up: addIndexesForLongTables },
  '0011_links': { up: uniteLinks },
  '0012_unlimited_accounts': { up: addUnlimitedAccounts },
  '0013_jobs': { up: addJobs },
  '0014_webhooks': { up: addWebhooks },
}

async function addAccountPage(db: Kysely<unknown>): Promise<void> {
  const integer = wholeNumber(db)
  await db.schema
    .alterTable('accounts')
    .addColumn('operator', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('accounts_by_creation').on('accounts').columns(['created_at', 'id']).execute()

  await db.schema.alterTable('api_keys').addColumn('session_id', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'bigint').execute()
  await db.schema.createIndex('api_keys_by_session').on('api_keys').column('session_id').execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('csrf', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_account').on('sessions').column('account_id').execute()
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()

  // Lists go from new to old, a page at a time.
  await db.schema.createIndex('results_by_account').on('results').columns(['account_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('results_by_creation').on('results').column('created_at').execute()
  await db.schema.createIndex('ledger_pages').on('ledger').columns(['account_id', 'created_at', 'id']).execute()
  await db.schema.dropIndex('ledger_by_account').execute()

  await db.schema
    .createTable('hourly_use')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('images', integer, (column) => column.notNull())
    .addColumn('credits', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('hourly_use_primary', ['account_id', 'hour'])
    .execute()
  await db.schema.createIndex('hourly_use_by_hour').on('hourly_use').column('hour').execute()
  // From the charges so far; free previews of that time were not recorded.
  await sql`
    insert into hourly_use (account_id, hour, images, credits)
    select account_id, (created_at / 3600000) * 3600000, count(*), -sum(amount)
    from ledger where reason = 'charge' group by 1, 2
  `.execute(db)
}

/** What is open has an owner. Earlier rows have none: their server is gone, or stops before the next one starts. */
async function addLeases(db: Kysely<unknown>): Promise<void> {
  for (const table of ['holds', 'results', 'answers'])
    await db.schema.alterTable(table).addColumn('owner', 'text').execute()
  await db.schema.createIndex('answers_by_expiry').on('answers').column('expires_at').execute()
  await db.schema
    .createTable('pings')
    .addColumn('id', wholeNumber(db), (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Accounts can be suspended, and an operator's bookings can be explained. */
async function addAdministration(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('suspended_at', 'bigint').execute()
  await db.schema.alterTable('ledger').addColumn('note', 'text').execute()
}

/** API calls are logged for a while, operators' actions for good. */
async function addRequestLog(db: Kysely<unknown>): Promise<void> {
  const integer = wholeNumber(db)
  await db.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('duration_ms', integer, (column) => column.notNull())
    .addColumn('credits', integer, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('requests_by_account')
    .on('requests')
    .columns(['account_id', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('requests_by_time').on('requests').columns(['created_at', 'id']).execute()

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('detail', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_by_time').on('audit').columns(['created_at', 'id']).execute()
}

/** Keys that expire and have scopes; sessions that name their browser; a second factor; links to a new password. */
async function addAccountSecurity(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('last_address', 'text').execute()

  await db.schema.alterTable('sessions').addColumn('browser', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('system', 'text').execute()

  await db.schema
    .createTable('two_factor')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('recovery_codes_by_account').on('recovery_codes').column('account_id').execute()

  await db.schema
    .createTable('password_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('password_links_by_account').on('password_links').column('account_id').execute()
}

/** Links sent to an address: an account changes to it, or is created with it, once its owner has opened the link. */
async function addEmailLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('email_links_by_account').on('email_links').column('account_id').execute()
  await db.schema.createIndex('email_links_by_email').on('email_links').column('email').execute()
}

/** Names that owners give to their results. */
async function addResultNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('results').addColumn('name', 'text').execute()
}

/** Notes that owners may read. Earlier ones were written for operators only. */
async function addNotesForOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('ledger')
    .addColumn('note_internal', wholeNumber(db), (column) => column.notNull().defaultTo(1))
    .execute()
}

/** Frequent queries read no long table from end to end: there are indexes of what is open and of what failed. */
async function addIndexesForLongTables(db: Kysely<unknown>): Promise<void> {
  await sql`create index results_open on results (owner) where published = 0`.execute(db)
  await sql`create index answers_open on answers (owner) where answer is null`.execute(db)
  await sql`create index requests_failed on requests (created_at) where status >= 400`.execute(db)

  const integer = wholeNumber(db)
  await db.schema
    .createTable('hourly_charges')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('images', integer, (column) => column.notNull())
    .addColumn('credits', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('hourly_charges_primary', ['account_id', 'hour', 'operation'])
    .execute()
  await db.schema.createIndex('hourly_charges_by_hour').on('hourly_charges').column('hour').execute()
  await sql`${chargesAmong('ledger')}`.execute(db)
  if (isPostgres(db)) {
    await sql`
      create function count_charges() returns trigger language plpgsql as $$ begin ${chargesAmong('added')}; return null; end $$
    `.execute(db)
    await sql`
      create trigger ledger_counts_charges after insert on ledger referencing new table as added
      for each statement execute function count_charges()
    `.execute(db)
  } else {
    await sql`
      create trigger ledger_counts_charges after insert on ledger begin
        ${chargesAmong('(select new.account_id, new.created_at, new.operation, new.amount, new.reason)')};
      end
    `.execute(db)
  }
}

/** Adds up these entries by account, hour and operation. */
const chargesAmong = (entries: string) => sql`
  insert into hourly_charges (account_id, hour, operation, images, credits)
  select account_id, (created_at / 3600000) * 3600000, coalesce(operation, ''), count(*), -sum(amount)
  from ${sql.raw(entries)} where reason = 'charge' group by 1, 2, 3
  on conflict (account_id, hour, operation) do update
  set images = hourly_charges.images + excluded.images, credits = hourly_charges.credits + excluded.credits
`

/**
 * One table for links of every purpose; pending ones move there. The old tables stay, empty, because servers of 0.2
 * that are still running write to them; the next schema change may drop them.
 */
async function uniteLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('links_by_account').on('links').column('account_id').execute()
  await db.schema.createIndex('links_by_email').on('links').column('email').execute()

  await sql`insert into links (id, purpose, account_id, expires_at)
    select id, 'new-password', account_id, expires_at from password_links`.execute(db)
  await sql`insert into links (id, purpose, account_id, email, expires_at)
    select id, case when account_id is null then 'sign-up' else 'new-email' end, account_id, email, expires_at
    from email_links`.execute(db)
  await sql`delete from password_links`.execute(db)
  await sql`delete from email_links`.execute(db)
}

/** Accounts that pay nothing, and rates of single accounts; the request log says why a result is watermarked. */
async function addUnlimitedAccounts(db: Kysely<unknown>): Promise<void> {
  const integer = wholeNumber(db)
  await db.schema
    .alterTable('accounts')
    .addColumn('unlimited', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('accounts').addColumn('rate_limit', integer).execute()
  await db.schema.alterTable('requests').addColumn('watermark', 'text').execute()
}
