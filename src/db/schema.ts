/**
 * Tables as Kysely sees them, for SQLite and PostgreSQL alike: times are integer milliseconds, ids are text, no JSON
 * operators.
 */
import type { LedgerReason, LinkPurpose } from './port.js'
import type { BatchJobsTable, JobItemsTable } from './schema/jobs.js'
import type { WebhookDeliveriesTable, WebhookEventsTable, WebhooksTable } from './schema/webhooks.js'

export interface AccountsTable {
  id: string
  email: string
  password_hash: string | null
  /** Sum of the account's ledger entries, kept here so that one conditional update can guard it. */
  balance: number
  /** Sum of the account's open holds; `balance - held` is what can still be spent. */
  held: number
  /** May see and change what belongs to other accounts: the overview, credits, limits. */
  operator: 0 | 1
  /** Its images cost nothing and have no watermark; its balance stays as it is. */
  unlimited: 0 | 1
  /** Images per minute of all its keys; null: the operator's default. */
  rate_limit: number | null
  /** Since then none of its keys works, and its owner cannot sign in. */
  suspended_at: number | null
  created_at: number
}

export interface ApiKeysTable {
  id: string
  account_id: string
  name: string
  /** The first characters of the key, so that people can tell their keys apart. */
  prefix: string
  hash: string
  rate_limit: number | null
  /** A key that ends with this session of the account page. */
  session_id: string | null
  /** To the minute. */
  last_used_at: number | null
  /** The client's address then. */
  last_address: string | null
  /** From then on it is refused; null: never. */
  expires_at: number | null
  /** What it may be used for, separated by commas; null: everything. */
  scopes: string | null
  created_at: number
  revoked_at: number | null
}

export interface LedgerTable {
  id: string
  account_id: string
  amount: number
  reason: LedgerReason
  operation: string | null
  key_id: string | null
  result_id: string | null
  /** Why an operator booked it. */
  note: string | null
  note_internal: 0 | 1
  created_at: number
}

export interface HoldsTable {
  id: string
  account_id: string
  key_id: string
  amount: number
  created_at: number
  /** The lease it belongs to; when that expires, so does the hold. */
  owner: string | null
  expires_at: number
}

/** A row is written before its object is stored, so that a crash in between leaves no object without a row. */
export interface ResultsTable {
  id: string
  account_id: string
  key_id: string
  operation: string
  object_key: string
  content_type: string
  bytes: number
  /** Given by its owner. */
  name: string | null
  published: 0 | 1
  created_at: number
  /** The lease it belongs to until it is published. */
  owner: string | null
  expires_at: number
}

/** First answers of requests with an Idempotency-Key; `answer` is null while the first request is still running. */
export interface IdempotencyRecordsTable {
  key_id: string
  idempotency_key: string
  fingerprint: string
  answer: string | null
  /** The lease it belongs to while the first request is still running. */
  owner: string | null
  expires_at: number
}

/** Sessions of the account page; `id` is the SHA-256 of what the browser's cookie holds. */
export interface SessionsTable {
  id: string
  account_id: string
  /** What every request that changes something must send in addition to the cookie. */
  csrf: string
  /** Browser and system, as far as they are known: Firefox, Linux. */
  browser: string | null
  system: string | null
  created_at: number
  last_seen_at: number
  expires_at: number
}

/** Random values, generated once, the same on every node. */
export interface SecretsTable {
  name: string
  value: string
}

/** Images made and credits spent per account and hour: outlives the results, and spares charts the ledger. */
export interface HourlyUsageTable {
  account_id: string
  /** Its first millisecond. */
  hour: number
  images: number
  credits: number
}

/**
 * What was charged per account, hour and operation, so that the ledger need not be added up. Triggers count every
 * entry, including those that a server of an earlier version writes or that a restored backup brings.
 */
export interface HourlyChargesTable {
  account_id: string
  /** Its first millisecond. */
  hour: number
  operation: string
  images: number
  credits: number
}

/**
 * API calls, for some weeks. Without a reference to the account, because a batch must not fail for one that is gone.
 */
export interface RequestsTable {
  id: string
  account_id: string
  key_id: string
  method: string
  route: string
  status: number
  code: string | null
  duration_ms: number
  credits: number
  /** Why its result is watermarked, if it is. */
  watermark: string | null
  created_at: number
}

/** What operators did; outlives the accounts concerned. */
export interface AuditTable {
  id: string
  actor: string
  action: string
  subject: string | null
  detail: string | null
  note: string | null
  created_at: number
}

/** The secret shared with an authenticator app. */
export interface TwoFactorTable {
  account_id: string
  /** Base32, as apps expect it. It cannot be a hash, because codes are computed from it. */
  secret: string
  /** The step of the last code that was used: no code works twice. */
  last_step: number
  /** Null: set up, not confirmed yet. */
  confirmed_at: number | null
  created_at: number
}

/** Unused ones; `id` is the SHA-256 of account and code. */
export interface RecoveryCodesTable {
  id: string
  account_id: string
}

/** Links that work once; `id` is the SHA-256 of what is in the link. */
export interface LinksTable {
  id: string
  purpose: LinkPurpose
  /** Null: of an account that does not exist yet. */
  account_id: string | null
  /** Where it was sent, if the link is about that address. */
  email: string | null
  expires_at: number
}

/** One row, written to find out whether writing works. */
export interface PingsTable {
  id: number
  at: number
}

export interface Schema {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  ledger: LedgerTable
  holds: HoldsTable
  results: ResultsTable
  answers: IdempotencyRecordsTable
  sessions: SessionsTable
  secrets: SecretsTable
  hourly_use: HourlyUsageTable
  hourly_charges: HourlyChargesTable
  requests: RequestsTable
  audit: AuditTable
  two_factor: TwoFactorTable
  recovery_codes: RecoveryCodesTable
  links: LinksTable
  webhooks: WebhooksTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  batch_jobs: BatchJobsTable
  job_items: JobItemsTable
  pings: PingsTable
}
