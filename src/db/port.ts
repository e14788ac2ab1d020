/** What the core asks of a database. One contract suite (test/contract/database) runs against every implementation. */
import type { Clock } from '../clock.js'

export interface Account {
  id: string
  email: string
  passwordHash: string | null
  balance: number
  held: number
  /** May see and change what belongs to others. */
  operator: boolean
  /** Since then none of its keys works, and nobody signs in to it. */
  suspendedAt: number | null
  createdAt: number
}

/** Lists go from new to old; this is where the previous page ended. */
export interface Bookmark {
  createdAt: number
  id: string
}

export interface PageRequest {
  before?: Bookmark | undefined
  limit: number
}

/** A part of a list, or of what a search finds in it. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Where to go on; undefined at the end. A search looks at so many rows at a time: its pages may be short, even empty. */
  readonly next: Bookmark | undefined
}

/** An account as operators see it in a list. */
export interface AccountSummary {
  id: string
  email: string
  operator: boolean
  balance: number
  suspendedAt: number | null
  createdAt: number
  /** Active keys. */
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
  /** The session of the account page that it ends with, if it belongs to one. */
  sessionId: string | null
  createdAt: number
  /** To the minute. */
  lastUsedAt: number | null
  /** From where, at that time: for its owner alone. */
  lastAddress: string | null
  /** From then on it is refused, though still listed; `null`: never. */
  expiresAt: number | null
  /** What it may be used for; `null`: everything. */
  scopes: readonly string[] | null
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
  /** False when somebody else has it. */
  setEmail(id: string, email: string): Promise<boolean>
  setOperator(id: string, operator: boolean): Promise<void>
  /** A second suspension keeps the time of the first. */
  setSuspended(id: string, suspended: boolean): Promise<void>
  list(): Promise<Account[]>
  count(): Promise<number>
  /** Accounts whose email contains the text; an empty text finds all. */
  page(search: string, page: PageRequest): Promise<Page<AccountSummary>>
  summarise(id: string): Promise<AccountSummary | undefined>
  /** With its keys, sessions, ledger, holds, usage and requests. Its results stay until they are removed or expire. */
  remove(id: string): Promise<void>
}

export interface NewKey {
  id: string
  accountId: string
  name: string
  prefix: string
  hash: string
  rateLimit: number | null
  sessionId?: string | undefined
  expiresAt?: number | null | undefined
  scopes?: readonly string[] | null | undefined
}

/** What the owner of a key may change about it. */
export type KeyTerms = Pick<ApiKey, 'name' | 'expiresAt' | 'scopes'>

/** A key that somebody calls with. */
export interface CallersKey extends ApiKey {
  suspended: boolean
}

export interface ApiKeys {
  create(key: NewKey): Promise<ApiKey>
  /** Undefined when the account has so many active keys already; however many ask at once, there are never more. */
  createWithin(limit: number, key: NewKey): Promise<ApiKey | undefined>
  /** Active keys only: neither a revoked one is found, nor one whose session is over. Expired ones are. */
  findByHash(hash: string): Promise<CallersKey | undefined>
  /** Active keys only. */
  find(id: string): Promise<ApiKey | undefined>
  /** All there ever were, oldest first. */
  listOf(accountId: string): Promise<ApiKey[]>
  /** Newest first. */
  listActive(accountId: string): Promise<ApiKey[]>
  /** Active keys of all accounts. */
  countActive(): Promise<number>
  /** False when there is no such key; `null` is the operator's default. */
  setRateLimit(id: string, rateLimit: number | null): Promise<boolean>
  /** False when there is no such key. */
  setTerms(id: string, terms: KeyTerms): Promise<boolean>
  markUsed(id: string, address?: string): Promise<void>
  revoke(id: string): Promise<boolean>
  /** Ends the keys of a session; those that were never used leave no trace. */
  endOfSession(sessionId: string): Promise<void>
}

export interface Hold {
  id: string
  accountId: string
  amount: number
}

export type LedgerReason = 'opening' | 'grant' | 'take' | 'charge'

export interface LedgerEntry {
  amount: number
  reason: LedgerReason
  operation: string | null
  keyId: string | null
  resultId: string | null
  note: BookingNote | null
  createdAt: number
}

/** Why an operator booked it. */
export interface BookingNote {
  readonly text: string
  /** For operators; else the owner reads it, too. */
  readonly internal: boolean
}

/** An entry as its owner sees it: the key by its name. */
export interface LedgerLine extends LedgerEntry {
  id: string
  keyName: string | null
  keyPrefix: string | null
}

/** Whatever is open belongs to the lease of a request. Once it has expired it is nobody's: neither settled nor renewed. */
export interface LeaseTerm {
  /** `<node>/<request>`. */
  owner: string
  expiresAt: number
}

/** Money. At every moment, also after a crash: balance = sum of entries, held = sum of open holds, balance >= held >= 0. */
export interface Ledger {
  grant(accountId: string, amount: number, note?: BookingNote): Promise<void>
  /** One conditional update: false when the balance less open holds does not cover the amount. */
  take(accountId: string, amount: number, note?: BookingNote): Promise<boolean>
  /** One conditional update: undefined when the balance less open holds does not cover the amount. */
  hold(request: { accountId: string; keyId: string; amount: number; lease: LeaseTerm }): Promise<Hold | undefined>
  /** False when the hold is gone already. */
  release(holdId: string): Promise<boolean>
  /** Releases holds that have expired by the given time and returns how many there were. */
  releaseExpired(before: number): Promise<number>
  entriesOf(accountId: string): Promise<LedgerEntry[]>
  page(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
}

export interface ResultRecord {
  id: string
  accountId: string
  keyId: string
  operation: string
  objectKey: string
  contentType: string
  bytes: number
  /** Given by its owner; never that of an uploaded file, which nobody reads. */
  name: string | null
  createdAt: number
  expiresAt: number
}

export interface Results {
  /** Announces an object that is about to be stored; it is swept with its lease unless it gets published before. */
  announce(result: Omit<ResultRecord, 'name' | 'createdAt' | 'expiresAt'>, lease: LeaseTerm): Promise<void>
  /** From now on it cannot be published any more. False when it was already, or is gone. */
  withdraw(id: string): Promise<boolean>
  /** Published and not expired. */
  find(id: string): Promise<ResultRecord | undefined>
  /** Published or not; the first to expire comes first. */
  listExpired(before: number, limit: number): Promise<ResultRecord[]>
  /** Published and not expired; of these operations, or of any. */
  page(accountId: string, page: PageRequest, operations?: readonly string[]): Promise<Page<ResultRecord>>
  /** Published or not. */
  listOf(accountId: string, limit: number): Promise<ResultRecord[]>
  /** Null takes the name away. */
  rename(id: string, name: string | null): Promise<void>
  totals(): Promise<{ results: number; bytes: number }>
  forget(ids: readonly string[]): Promise<void>
  oldestCreatedAt(): Promise<number | undefined>
}

export type IdempotencyClaim =
  | { state: 'first' }
  | { state: 'running' }
  | { state: 'answered'; answer: string }
  | { state: 'other_content' }

/** First answers by API key and Idempotency-Key. */
export interface IdempotencyRecords {
  /** Claims the key if it is free or expired, else says how far the first request has got. */
  claim(request: {
    keyId: string
    idempotencyKey: string
    fingerprint: string
    lease: LeaseTerm
  }): Promise<IdempotencyClaim>
  /** After an error the key is free again. A claim of another owner is left alone, and so is an answer. */
  abandon(keyId: string, idempotencyKey: string, owner: string): Promise<void>
  forgetExpired(before: number): Promise<number>
}

/** The end of an image: everything that becomes true with its charge. */
export interface Settlement {
  accountId: string
  /** What the ledger calls it. */
  operation: string
  /** Becomes a charge; without one the image is counted as a free one. */
  holdId?: string | undefined
  /** Becomes public until that time. */
  result?: { id: string; expiresAt: number } | undefined
  /** The claim of this owner gets its answer, kept until that time. */
  answer?: { keyId: string; idempotencyKey: string; owner: string; text: string; expiresAt: number } | undefined
}

/** Holds, claims and announced results of running requests. */
export interface Leases {
  /** Those of these owners that have not expired last until the given time. */
  renew(owners: readonly string[], expiresAt: number): Promise<void>
  /** Everything of these owners has expired: their requests are over. */
  expire(owners: readonly string[]): Promise<void>
  /** Everything of a node has expired: its earlier life is over. So has what belongs to nobody. */
  endAllOf(node: string): Promise<void>
}

export interface Session {
  /** The SHA-256 of the token that the browser keeps. */
  id: string
  accountId: string
  csrf: string
  /** What it runs in, by the names people use; `null`: unknown. */
  browser: string | null
  system: string | null
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export interface NewSession extends Pick<Session, 'id' | 'accountId' | 'csrf' | 'expiresAt'> {
  browser?: string | null | undefined
  system?: string | null | undefined
}

/** Who is signed in. A session's keys end with it, in the same transaction. */
export interface Sessions {
  create(session: NewSession): Promise<Session>
  /** Not expired. */
  find(id: string): Promise<Session | undefined>
  /** Not expired; the one used last comes first. */
  listOf(accountId: string): Promise<Session[]>
  /** Its owner was just seen. */
  prolong(id: string, expiresAt: number): Promise<void>
  end(id: string): Promise<void>
  /** All sessions of an account, except perhaps one. */
  endAllOf(accountId: string, exceptId?: string): Promise<void>
  /** Returns how many there were. */
  endExpired(before: number): Promise<number>
}

/** Values made at random once and shared by every node. */
export interface Secrets {
  /** The value kept under this name; of several proposals the first one stays. */
  keep(name: string, proposal: string): Promise<string>
}

/** What an authenticator app shares with us. */
export interface TwoFactor {
  accountId: string
  /** Base32. */
  secret: string
  /** `null`: begun, not in force yet. */
  confirmedAt: number | null
}

export interface TwoFactors {
  find(accountId: string): Promise<TwoFactor | undefined>
  /** Replaces one that was begun and never confirmed. False when one is in force. */
  begin(accountId: string, secret: string): Promise<boolean>
  /** From now on it is in force, with these recovery codes. False when it is already, or none was begun. */
  confirm(accountId: string, step: number, recoveryCodes: readonly string[]): Promise<boolean>
  /** True for one caller only, and never for a step before the last one used. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** True for one caller only. */
  useRecoveryCode(accountId: string, id: string): Promise<boolean>
  countRecoveryCodes(accountId: string): Promise<number>
  /** All of them. False when there is no second factor in force. */
  replaceRecoveryCodes(accountId: string, recoveryCodes: readonly string[]): Promise<boolean>
  /** With its recovery codes. False when there was none in force. */
  remove(accountId: string): Promise<boolean>
}

/** Works once. */
export interface PasswordLink {
  /** The SHA-256 of what is in the link. */
  id: string
  accountId: string
  expiresAt: number
}

export interface PasswordLinks {
  /** An account has one: those before it are over. */
  create(link: PasswordLink): Promise<void>
  /** The link, for one caller only and in its time; from then on it is gone. */
  take(id: string): Promise<PasswordLink | undefined>
  endAllOf(accountId: string): Promise<void>
}

/** Sent to an address; whoever opens it shows that the address is theirs. Works once. */
export interface EmailLink {
  /** The SHA-256 of what is in the link. */
  id: string
  /** Whose address it is to be; `null`: that of an account yet to be made. */
  accountId: string | null
  email: string
  expiresAt: number
}

export interface EmailLinks {
  /** An account has one, and so has an address without an account: those before it are over. */
  create(link: EmailLink): Promise<void>
  /** The link, for one caller only and in its time; from then on it is gone. */
  take(id: string): Promise<EmailLink | undefined>
  endAllOf(accountId: string): Promise<void>
}

export interface Usage {
  images: number
  credits: number
}

/** From a time on and up to another; of one account, or of all. */
export interface UsageRange {
  since: number
  until: number
  accountId?: string | undefined
}

/** What was made and spent, by the hour. Settling counts as it goes. */
export interface UsageCounter {
  /** UTC days with any usage, oldest first; `day` is its first millisecond. */
  daysOf(accountId: string, since: number): Promise<(Usage & { day: number })[]>
  /** Of all accounts, in hours that began at this time or later. */
  totalSince(since: number): Promise<Usage>
  /** By account and UTC day, oldest first. */
  days(range: UsageRange): Promise<(Usage & { email: string; day: number })[]>
  /** What was charged, by account and operation; free images are not among them. */
  operations(range: UsageRange): Promise<(Usage & { email: string; operation: string })[]>
  /** The same of one account by UTC day, oldest first. */
  operationsByDay(range: UsageRange & { accountId: string }): Promise<(Usage & { day: number; operation: string })[]>
}

/** One answered call of the API. Neither a photo nor anything that a person wrote or could be found by is part of it. */
export interface RequestRecord extends Bookmark {
  /** As in the header X-Request-Id. */
  id: string
  accountId: string
  keyId: string
  method: string
  /** Its pattern, such as /v1/remove. */
  route: string
  status: number
  /** What its answer calls the error, if it is one. */
  code: string | null
  durationMs: number
  /** What was charged for it. */
  credits: number
  /** When it was answered. */
  createdAt: number
}

/** A record as people read it: the key and the account by their names, as far as they are still there. */
export interface RequestLine extends RequestRecord {
  keyName: string | null
  keyPrefix: string | null
  email: string | null
}

/** What is left out narrows nothing. */
export interface RequestFilter {
  accountId?: string | undefined
  /** Contained in the email of the account. */
  email?: string | undefined
  keyId?: string | undefined
  route?: string | undefined
  /** The first digit of the status. */
  statusClass?: number | undefined
  code?: string | undefined
  since?: number | undefined
  /** Up to this time, which is not part of it. */
  until?: number | undefined
}

/** All that failed in the same way. */
export interface ErrorGroup {
  code: string
  status: number
  count: number
  accounts: number
  lastAt: number
}

export interface RequestLog {
  /** Those that are there already stay as they are. */
  write(records: readonly RequestRecord[]): Promise<void>
  page(filter: RequestFilter, page: PageRequest): Promise<Page<RequestLine>>
  /** Refusals and failures since then, of the newest 10,000, the most frequent first; who left before the answer is not among them. */
  errors(since: number): Promise<ErrorGroup[]>
  /** Those answered before then; returns how many there were. */
  forget(before: number): Promise<number>
}

/** Something that somebody did to what belongs to others. Kept for good: also when the account or the actor is gone. */
export interface AuditEntry extends Bookmark {
  id: string
  /** An email as it was then, or `command line`. */
  actor: string
  /** Such as `credits.grant`. */
  action: string
  /** The email of the account it was done to, as it was then. */
  subject: string | null
  /** How many, or which, where the action alone does not say it. */
  detail: string | null
  note: string | null
  createdAt: number
}

export interface AuditTrail {
  write(entry: Omit<AuditEntry, 'id' | 'createdAt'>): Promise<void>
  /** Entries whose subject or actor contains the text; an empty text finds all. */
  page(search: string, page: PageRequest): Promise<Page<AuditEntry>>
}

export interface Database {
  /** The time that all who share it go by. */
  readonly clock: Clock
  readonly accounts: Accounts
  readonly keys: ApiKeys
  readonly ledger: Ledger
  readonly results: Results
  readonly idempotencyRecords: IdempotencyRecords
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly twoFactors: TwoFactors
  readonly passwordLinks: PasswordLinks
  readonly emailLinks: EmailLinks
  readonly usage: UsageCounter
  readonly leases: Leases
  readonly requests: RequestLog
  readonly audit: AuditTrail
  /**
   * In one transaction: the hold is charged, the result public, the claim answered. False when any of them has expired
   * or is gone, or the account is: then nothing has happened.
   */
  settle(settlement: Settlement): Promise<boolean>
  /** Writes something: a database that can only be read is of no use. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The tables of one moment, in a file of their own. */
export interface Snapshot {
  /** How many rows each table has. */
  rows(): Promise<Readonly<Record<string, number>>>
  /** Published and not expired. */
  liveResults(): AsyncIterableIterator<Pick<ResultRecord, 'id' | 'objectKey' | 'contentType' | 'bytes'>>
  /** Requests that ran at that moment hold credits, or did until a minute ago. */
  isAtWork(): Promise<boolean>
  /** These results are not in it any more. */
  forget(ids: readonly string[]): Promise<void>
  /** Afterwards the file is whole. */
  close(): Promise<void>
}

/** Where a snapshot can be restored to. */
export interface EmptyDatabase {
  /** All of the snapshot or nothing. Other files may be left beside the snapshot, in a folder that goes with it. */
  fill(snapshotFile: string): Promise<void>
  close(): Promise<void>
}
