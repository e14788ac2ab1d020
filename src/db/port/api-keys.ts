import type { Account } from './accounts.js'

export interface ApiKey {
  id: string
  accountId: string
  name: string
  prefix: string
  /** `null`: the operator's default applies. */
  rateLimit: number | null
  /** The session of the account page that it ends with, if any. */
  sessionId: string | null
  createdAt: number
  /** To the minute. */
  lastUsedAt: number | null
  /** The client's address then; shown to the owner only. */
  lastAddress: string | null
  /** From then on it is refused, though still listed; `null`: never. */
  expiresAt: number | null
  /** What it may be used for; `null`: everything. */
  scopes: readonly string[] | null
  revokedAt: number | null
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

/** A key as it is checked with each call. */
export interface CallersKey extends ApiKey {
  account: Pick<Account, 'suspendedAt' | 'unlimited' | 'rateLimit'>
}

export interface ApiKeys {
  create(key: NewKey): Promise<ApiKey>
  /** Undefined when the account already has that many active keys; concurrent calls cannot exceed the limit. */
  createWithin(limit: number, key: NewKey): Promise<ApiKey | undefined>
  /** Active keys only, including expired ones: neither revoked nor of a session that has ended. */
  findByHash(hash: string): Promise<CallersKey | undefined>
  /** Active keys only. */
  find(id: string): Promise<ApiKey | undefined>
  /** All keys the account ever had, oldest first. */
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
  /** Ends the keys of a session; those that were never used are deleted. */
  endOfSession(sessionId: string): Promise<void>
}
