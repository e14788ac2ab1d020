/** API keys: random and long, shown once, kept only as a hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import { recordId } from '../../base/random-ids.js'
import type { Scope } from '../../base/scopes.js'
import type { ApiKey, ApiKeys, CallersKey, NewKey } from '../../db/port.js'

const KEY_FORM = /^sk_[A-Za-z0-9_-]{40}$/

/** A key has 240 random bits: SHA-256 is enough, and a slow hash would slow down every request. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export interface NewApiKey {
  /** Shown once, to the caller that created it. */
  readonly key: string
  readonly record: ApiKey
}

export interface KeyRequest {
  readonly accountId: string
  readonly name: string
  readonly rateLimit?: number | undefined
  readonly sessionId?: string
  readonly expiresAt?: number | null | undefined
  readonly scopes?: readonly Scope[] | null | undefined
}

export async function createApiKey(keys: ApiKeys, clock: Clock, request: KeyRequest): Promise<NewApiKey> {
  const { key, facts } = newKey(clock, request)
  return { key, record: await keys.create(facts) }
}

/** Undefined when the account already has that many active keys. */
export async function createApiKeyWithin(
  limit: number,
  keys: ApiKeys,
  clock: Clock,
  request: KeyRequest,
): Promise<NewApiKey | undefined> {
  const { key, facts } = newKey(clock, request)
  const record = await keys.createWithin(limit, facts)
  return record && { key, record }
}

function newKey(clock: Clock, { rateLimit, ...request }: KeyRequest): { key: string; facts: NewKey } {
  const key = `sk_${randomBytes(30).toString('base64url')}`
  const secret = { prefix: key.slice(0, 9), hash: hashOf(key) }
  const id = recordId('key', clock())
  return { key, facts: { ...request, id, ...secret, rateLimit: rateLimit ?? null } }
}

export const suspended = (): AppError =>
  new AppError('forbidden', 'This account is suspended: ask the operator of this server', {
    reason: 'account_suspended',
  })

const expired = (at: number): AppError =>
  new AppError('unauthenticated', `This API key expired at ${new Date(at).toISOString()}: its owner can prolong it`, {
    reason: 'key_expired',
  })

/** Last use is shown to the minute, so most requests need not write anything. */
const USED_EVERY_MS = 60_000

/** The circumstances of a call. */
export interface KeyUse {
  /** The client's address. */
  readonly address?: string
  /** Told whose key it is, even when it is refused: it may have expired, or its account be suspended. */
  readonly onKnown?: (key: CallersKey) => void
}

export async function authenticate(
  keys: ApiKeys,
  clock: Clock,
  key: string | undefined,
  { address, onKnown }: KeyUse = {},
): Promise<CallersKey> {
  if (!key) throw new AppError('unauthenticated', 'The header X-Api-Key is missing', { parameter: 'X-Api-Key' })
  const record = KEY_FORM.test(key) ? await keys.findByHash(hashOf(key)) : undefined
  if (!record) throw new AppError('unauthenticated', 'The API key is not valid')
  onKnown?.(record)
  if (record.expiresAt !== null && record.expiresAt <= clock()) throw expired(record.expiresAt)
  if (record.account.suspendedAt !== null) throw suspended()
  if (clock() - (record.lastUsedAt ?? 0) >= USED_EVERY_MS) {
    void keys.markUsed(record.id, address).catch(() => {}) // not waited for, and no request fails because of it
  }
  return record
}
