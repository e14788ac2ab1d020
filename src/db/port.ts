/** What the core asks of a database. One contract suite (test/contract/database) runs against every implementation. */
import type { LedgerTable } from './schema.js'

export interface Account {
  id: string
  email: string
  passwordHash: string | null
  balance: number
  held: number
  createdAt: number
}

export interface ApiKey {
  id: string
  accountId: string
  name: string
  prefix: string
  /** `null`: the operator's default applies. */
  rateLimit: number | null
  createdAt: number
  revokedAt: number | null
}

export interface Accounts {
  /** The opening balance is the first ledger entry, in the same transaction. Undefined when the email is taken. */
  create(account: {
    id: string
    email: string
    passwordHash: string | null
    credits: number
  }): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  setPassword(id: string, passwordHash: string): Promise<void>
  list(): Promise<Account[]>
}

export interface ApiKeys {
  create(key: {
    id: string
    accountId: string
    name: string
    prefix: string
    hash: string
    rateLimit: number | null
  }): Promise<ApiKey>
  /** Only keys in force: a revoked one is not found. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  listOf(accountId: string): Promise<ApiKey[]>
  /** False when there is no such key. */
  setRateLimit(id: string, rateLimit: number): Promise<boolean>
  revoke(id: string): Promise<boolean>
}

export interface Hold {
  id: string
  accountId: string
  amount: number
}

export interface LedgerEntry {
  amount: number
  reason: LedgerTable['reason']
  operation: string | null
  keyId: string | null
  resultId: string | null
  createdAt: number
}

/** Money. At every moment, also after a crash: balance = sum of entries, held = sum of open holds, balance >= held >= 0. */
export interface Ledger {
  grant(accountId: string, amount: number): Promise<void>
  /** One conditional update: undefined when the balance less open holds does not cover the amount. */
  hold(request: { accountId: string; keyId: string; amount: number; lifeMs: number }): Promise<Hold | undefined>
  /** Turns the hold into an entry. False when the hold is gone (released, expired): then nothing was charged. */
  charge(holdId: string, what: { operation: string; resultId: string | null }): Promise<boolean>
  /** False when the hold is gone already. */
  release(holdId: string): Promise<boolean>
  /** Releases holds that expired before the given time and says how many there were. */
  releaseExpired(before: number): Promise<number>
  entriesOf(accountId: string): Promise<LedgerEntry[]>
}

export interface ResultRecord {
  id: string
  accountId: string
  keyId: string
  operation: string
  objectKey: string
  contentType: string
  bytes: number
  createdAt: number
  expiresAt: number
}

export interface Results {
  /** Announces an object that is about to be stored; it is swept at `expiresAt` unless it gets published. */
  announce(result: Omit<ResultRecord, 'createdAt'>): Promise<void>
  /**
   * In one transaction: the hold, if any, becomes a charge, and the result becomes public until `expiresAt`.
   * False when either is gone: then nothing was charged and nothing is public.
   */
  publish(id: string, expiresAt: number, holdId: string | undefined): Promise<boolean>
  /** Published and not expired. */
  find(id: string): Promise<ResultRecord | undefined>
  /** Published or not; those that expire first come first. */
  listExpired(before: number, limit: number): Promise<ResultRecord[]>
  /** Announced, never published: what a crash left behind. */
  listUnpublished(): Promise<ResultRecord[]>
  forget(ids: readonly string[]): Promise<void>
  oldestCreatedAt(): Promise<number | undefined>
}

export type AnswerClaim =
  | { state: 'first' }
  | { state: 'running' }
  | { state: 'answered'; answer: string }
  | { state: 'other_content' }

/** First answers by API key and Idempotency-Key. */
export interface Answers {
  /** Takes the key if it is free or expired, else says how far the first request is. */
  claim(request: { keyId: string; idempotencyKey: string; fingerprint: string; lifeMs: number }): Promise<AnswerClaim>
  complete(request: { keyId: string; idempotencyKey: string; answer: string; lifeMs: number }): Promise<void>
  /** After an error the key is free again. */
  abandon(keyId: string, idempotencyKey: string): Promise<void>
  abandonUnanswered(): Promise<number>
  forgetExpired(before: number): Promise<number>
}

export interface Database {
  readonly accounts: Accounts
  readonly keys: ApiKeys
  readonly ledger: Ledger
  readonly results: Results
  readonly answers: Answers
  ping(): Promise<void>
  close(): Promise<void>
}
