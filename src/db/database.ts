/** The repositories over one Kysely connection, after bringing the schema up to date. */
import { type Kysely, Migrator } from 'kysely'
import type { Clock } from '../clock.js'
import { createAccounts } from './accounts.js'
import { createApiKeys } from './api-keys.js'
import { createIdempotencyRecords } from './idempotency-records.js'
import { createLeases } from './leases.js'
import { createLedger } from './ledger.js'
import { migrations } from './migrations.js'
import type { Database } from './port.js'
import { createResults } from './results.js'
import type { Schema } from './schema.js'
import { createSecrets } from './secrets.js'
import { createSessions } from './sessions.js'
import { createSettle } from './settle.js'
import { createUsageCounter } from './usage.js'

export async function createDatabase(db: Kysely<Schema>, clock: Clock): Promise<Database> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
  return {
    accounts: createAccounts(db, clock),
    keys: createApiKeys(db, clock),
    ledger: createLedger(db, clock),
    results: createResults(db, clock),
    idempotencyRecords: createIdempotencyRecords(db, clock),
    sessions: createSessions(db, clock),
    secrets: createSecrets(db),
    usage: createUsageCounter(db),
    leases: createLeases(db, clock),
    settle: createSettle(db, clock),
    ping: () => ping(db, clock()),
    close: () => db.destroy(),
  }
}

async function ping(db: Kysely<Schema>, at: number): Promise<void> {
  await db
    .insertInto('pings')
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}
