/**
 * Tables as Kysely sees them, for SQLite and PostgreSQL alike: times are integer milliseconds, ids are text, no JSON
 * operators.
 */
import type { LedgerReason } from './port.js'

export interface AccountsTable {
  id: string
  email: string
  password_hash: string | null
  /** Sum of the account's ledger entries, kept here so that one conditional update can guard it. */
  balance: number
  /** Sum of the account's open holds; `balance - held` is what can still be spent. */
  held: number
  /** May see and change what belongs to others: the overview, credits, limits. */
  operator: 0 | 1
  /** Since then none of its keys works, and nobody signs in to it. */
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
  /** A key that lives no longer than this session of the account page. */
  session_id: string | null
  /** To the minute. */
  last_used_at: number | null
  /** From where, at that time. */
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
  /** The lease it belongs to; when that is over, so is the hold. */
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

/** First answers of requests that carried an Idempotency-Key; `answer` is null while the first still runs. */
export interface IdempotencyRecordsTable {
  key_id: string
  idempotency_key: string
  fingerprint: string
  answer: string | null
  /** The lease it belongs to while the first still runs. */
  owner: string | null
  expires_at: number
}

/** Who is signed in on the account page; `id` is the SHA-256 of what the browser's cookie holds. */
export interface SessionsTable {
  id: string
  account_id: string
  /** What every request that changes something must send besides the cookie. */
  csrf: string
  /** What it runs in, as far as that is known: Firefox, Linux. */
  browser: string | null
  system: string | null
  created_at: number
  last_seen_at: number
  expires_at: number
}

/** Values made at random once, the same on every node. */
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
 * What was charged per account, hour and operation, so that nobody adds up the ledger. The database counts by itself, with
 * each entry: also those that a server of an earlier version writes, and those that a restored backup brings.
 */
export interface HourlyChargesTable {
  account_id: string
  /** Its first millisecond. */
  hour: number
  operation: string
  images: number
  credits: number
}

/** Calls of the API, for some weeks. Without a reference to the account: a batch must not fail for one that is gone. */
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
  created_at: number
}

/** What operators did; outlives the accounts it is about. */
export interface AuditTable {
  id: string
  actor: string
  action: string
  subject: string | null
  detail: string | null
  note: string | null
  created_at: number
}

/** What an authenticator app shares with us. */
export interface TwoFactorTable {
  account_id: string
  /** Base32, as apps want it. It cannot be a hash: codes are reckoned from it. */
  secret: string
  /** Of the last code that was used: none counts twice. */
  last_step: number
  /** Null: begun, not in force yet. */
  confirmed_at: number | null
  created_at: number
}

/** Unused ones; `id` is the SHA-256 of account and code. */
export interface RecoveryCodesTable {
  id: string
  account_id: string
}

/** Links to a new password; `id` is the SHA-256 of what is in the link. */
export interface PasswordLinksTable {
  id: string
  account_id: string
  expires_at: number
}

/** Links sent to an address, to see whose it is; `id` is the SHA-256 of what is in the link. */
export interface EmailLinksTable {
  id: string
  /** Null: of an account yet to be made. */
  account_id: string | null
  email: string
  expires_at: number
}

/** One row, written to see whether anything can be. */
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
  password_links: PasswordLinksTable
  email_links: EmailLinksTable
  pings: PingsTable
}
