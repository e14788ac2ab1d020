/** The repositories over one engine whose schema is up to date. */
import type { Kysely } from 'kysely'
import type { Clock } from '../base/clock.js'
import { createAccounts } from './accounts.js'
import { createApiKeys } from './api-keys.js'
import { createAuditTrail } from './audit.js'
import { createIdempotencyRecords } from './idempotency-records.js'
import { createJobs } from './jobs.js'
import { createLeases } from './leases.js'
import { createLedger } from './ledger.js'
import { createLinks } from './links.js'
import type { Database } from './port.js'
import { createRequestLog } from './requests.js'
import { createResults } from './results.js'
import type { Schema } from './schema.js'
import { createSecrets } from './secrets.js'
import { createSessions } from './sessions.js'
import { createSettle } from './settle.js'
import { createTwoFactors } from './two-factors.js'
import { createUsageCounter } from './usage.js'
import { createWebhookDeliveries } from './webhook-deliveries.js'
import { createWebhookEvents } from './webhook-events.js'
import { createWebhooks } from './webhooks.js'

export function createDatabase(db: Kysely<Schema>, clock: Clock): Database {
  return {
    clock,
    accounts: createAccounts(db, clock),
    keys: createApiKeys(db, clock),
    ledger: createLedger(db, clock),
    results: createResults(db, clock),
    idempotencyRecords: createIdempotencyRecords(db, clock),
    sessions: createSessions(db, clock),
    secrets: createSecrets(db),
    twoFactors: createTwoFactors(db, clock),
    links: createLinks(db, clock),
    usage: createUsageCounter(db),
    jobs: createJobs(db, clock),
    leases: createLeases(db, clock),
    requests: createRequestLog(db),
    audit: createAuditTrail(db, clock),
    webhooks: createWebhooks(db, clock),
    webhookEvents: createWebhookEvents(db, clock),
    webhookDeliveries: createWebhookDeliveries(db, clock),
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
