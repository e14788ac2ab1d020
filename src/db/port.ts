/** What the core asks of a database. One contract suite (test/contract/database) runs against every implementation. */
import type { LedgerTable } from './schema.js'

export interface Account {
  id: string
  email: string
  passwordHash: string | null
  balance: number
  held: number
  /** May see and change what belongs to others. */
  operator: boolean
  createdAt: number
}

/** Lists go from new to old; this is where the page before ended. */
export interface Bookmark {
  createdAt: number
  id: string
}

export interface PageRequest {
  before?: Bookmark | undefined
  limit: number
}

/** An account as operators see it in a list. */
export interface AccountSummary {
  id: string
  email: string
  operator: boolean
  balance: number
  createdAt: number
  /** Keys in force. */
  keys: number
  /** Of any of its keys. */
  lastUsedAt: number | null
}

export interface ApiKey {
  id: string
  accountId: string
  name: string
  prefix: string
  /** `null`: the operator's default applies. */
  rateLimit: number | null
  /** The session of the account page that it lives and ends with, where there is one. */
  sessionId: string | null
  createdAt: number
  /** To the minute. */
  lastUsedAt: number | null
  revokedAt: number | null
}

export interface Accounts {
  /** The opening balance is the first ledger entry, in the same transaction. Undefined when the email is taken. */
  create(account: {
    id: string
    email: string
    passwordHash: string | null
    credits: number
    operator?: boolean | undefined
  }): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  setPassword(id: string, passwordHash: string): Promise<void>
  setOperator(id: string, operator: boolean): Promise<void>
  list(): Promise<Account[]>
  count(): Promise<number>
  /** Those whose email holds the text; an empty one finds all. */
  page(search: string, page: PageRequest): Promise<AccountSummary[]>
  summarise(id: string): Promise<AccountSummary | undefined>
  /** With its keys, sessions, ledger, holds and use. Its results stay until they are removed or expire. */
  remove(id: string): Promise<void>
}

export interface ApiKeys {
  create(key: {
    id: string
    accountId: string
    name: string
    prefix: string
    hash: string
    rateLimit: number | null
    sessionId?: string | undefined
  }): Promise<ApiKey>
  /** Only keys in force: neither a revoked one is found, nor one whose session is over. */
  findByHash(hash: string): Promise<ApiKey | undefined>
  /** Also only in force. */
  find(id: string): Promise<ApiKey | undefined>
  /** All there ever were, in the order they were made. */
  listOf(accountId: string): Promise<ApiKey[]>
  /** Keys in force, newest first. */
  listInForce(accountId: string): Promise<ApiKey[]>
  /** Keys in force, of everybody. */
  count(): Promise<number>
  /** False when there is no such key; `null` is the operator's default. */
  setRateLimit(id: string, rateLimit: number | null): Promise<boolean>
  markUsed(id: string): Promise<void>
  revoke(id: string): Promise<boolean>
  /** Ends the keys of a session; those that were never used leave no trace. */
  endOfSession(sessionId: string): Promise<void>
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

/** An entry as its owner sees it: the key by its name. */
export interface LedgerLine extends LedgerEntry {
  id: string
  keyName: string | null
  keyPrefix: string | null
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
  page(accountId: string, page: PageRequest): Promise<LedgerLine[]>
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
   * False when either is gone, or the account: then nothing was charged and nothing is public.
   */
  publish(id: string, expiresAt: number, holdId: string | undefined): Promise<boolean>
  /** Published and not expired. */
  find(id: string): Promise<ResultRecord | undefined>
  /** Published or not; those that expire first come first. */
  listExpired(before: number, limit: number): Promise<ResultRecord[]>
  /** Published and not expired. */
  page(accountId: string, page: PageRequest): Promise<ResultRecord[]>
  /** Published or not. */
  listOf(accountId: string, limit: number): Promise<ResultRecord[]>
  totals(): Promise<{ results: number; bytes: number }>
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

export interface Session {
  /** The SHA-256 of the token that the browser keeps. */
  id: string
  accountId: string
  csrf: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

/** Who is signed in. With a session its keys end, in the same transaction. */
export interface Sessions {
  create(session: { id: string; accountId: string; csrf: string; expiresAt: number }): Promise<Session>
  /** Not expired. */
  find(id: string): Promise<Session | undefined>
  /** Its owner was just seen. */
  prolong(id: string, expiresAt: number): Promise<void>
  end(id: string): Promise<void>
  /** All of an account, except perhaps one. */
  endAllOf(accountId: string, exceptId?: string): Promise<void>
  /** Says how many there were. */
  endExpired(before: number): Promise<number>
}

/** Values made once at random and shared by every node. */
export interface Secrets {
  /** The one that is kept under this name; of several that are proposed, the first stays. */
  keep(name: string, proposal: string): Promise<string>
}

export interface Use {
  images: number
  credits: number
}

/** What was made and spent, by the hour. Charging and publishing count by themselves. */
export interface UseCounter {
  /** An image that was neither charged nor kept. */
  countFree(accountId: string): Promise<void>
  /** Days of UTC on which there was any, oldest first; `day` is its first millisecond. */
  daysOf(accountId: string, since: number): Promise<(Use & { day: number })[]>
  /** Of everybody, in hours that began after this time. */
  totalSince(since: number): Promise<Use>
}

export interface Database {
  readonly accounts: Accounts
  readonly keys: ApiKeys
  readonly ledger: Ledger
  readonly results: Results
  readonly answers: Answers
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly use: UseCounter
  ping(): Promise<void>
  close(): Promise<void>
}
