/** What the core asks of a database. One contract suite (test/contract/database) runs against every implementation. */
import type { Clock } from '../base/clock.js'
import type { Accounts } from './port/accounts.js'
import type { ApiKeys } from './port/api-keys.js'
import type { AuditTrail } from './port/audit.js'
import type { IdempotencyRecords } from './port/idempotency-records.js'
import type { Jobs } from './port/jobs.js'
import type { Leases } from './port/leases.js'
import type { Ledger } from './port/ledger.js'
import type { Links } from './port/links.js'
import type { RequestLog } from './port/requests.js'
import type { Results } from './port/results.js'
import type { Secrets } from './port/secrets.js'
import type { Sessions } from './port/sessions.js'
import type { Settlement } from './port/settlement.js'
import type { TwoFactors } from './port/two-factors.js'
import type { UsageCounter } from './port/usage.js'
import type { WebhookDeliveries } from './port/webhook-deliveries.js'
import type { WebhookEvents } from './port/webhook-events.js'
import type { Webhooks } from './port/webhooks.js'

export type * from './port/accounts.js'
export type * from './port/api-keys.js'
export type * from './port/audit.js'
export type * from './port/idempotency-records.js'
export type * from './port/jobs.js'
export type * from './port/leases.js'
export type * from './port/ledger.js'
export type * from './port/links.js'
export type * from './port/paging.js'
export type * from './port/requests.js'
export type * from './port/results.js'
export type * from './port/secrets.js'
export type * from './port/sessions.js'
export type * from './port/settlement.js'
export type * from './port/snapshot.js'
export type * from './port/two-factors.js'
export type * from './port/usage.js'
export type * from './port/webhook-deliveries.js'
export type * from './port/webhook-events.js'
export type * from './port/webhooks.js'

export interface Database {
  /** The time that all who share the database go by. */
  readonly clock: Clock
  readonly accounts: Accounts
  readonly keys: ApiKeys
  readonly ledger: Ledger
  readonly results: Results
  readonly idempotencyRecords: IdempotencyRecords
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly twoFactors: TwoFactors
  readonly links: Links
  readonly usage: UsageCounter
  readonly jobs: Jobs
  readonly leases: Leases
  readonly requests: RequestLog
  readonly audit: AuditTrail
  readonly webhooks: Webhooks
  readonly webhookEvents: WebhookEvents
  readonly webhookDeliveries: WebhookDeliveries
  /**
   * In one transaction: the hold is charged, the result published, the claim answered, the image of a job finished. False
   * when any of them, or the account, has expired or is gone: then nothing has happened.
   */
  settle(settlement: Settlement): Promise<boolean>
  /** Writes something: a read-only database is of no use. */
  ping(): Promise<void>
  close(): Promise<void>
}
