/** API keys: random and long, shown once, kept only as a hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.js'
import type { ApiKey, ApiKeys } from '../db/port.js'
import { AppError } from '../errors.js'
import { recordId } from '../random-ids.js'

const KEY_FORM = /^sk_[A-Za-z0-9_-]{40}$/

/** A key has 240 random bits: SHA-256 is enough, and a slow hash would slow down every request. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export interface NewApiKey {
  /** Shown once, to whoever asked for it. */
  readonly key: string
  readonly record: ApiKey
}

export async function createApiKey(
  keys: ApiKeys,
  clock: Clock,
  request: { accountId: string; name: string; rateLimit?: number | undefined; sessionId?: string },
): Promise<NewApiKey> {
  const key = `sk_${randomBytes(30).toString('base64url')}`
  const record = await keys.create({
    id: recordId('key', clock()),
    accountId: request.accountId,
    name: request.name,
    prefix: key.slice(0, 9),
    hash: hashOf(key),
    rateLimit: request.rateLimit ?? null,
    sessionId: request.sessionId,
  })
  return { key, record }
}

/** Last use is shown to the minute, so most requests need not write anything. */
const USED_EVERY_MS = 60_000

export async function authenticate(keys: ApiKeys, clock: Clock, key: string | undefined): Promise<ApiKey> {
  if (!key) throw new AppError('unauthenticated', 'The header X-Api-Key is missing', { parameter: 'X-Api-Key' })
  const record = KEY_FORM.test(key) ? await keys.findByHash(hashOf(key)) : undefined
  if (!record) throw new AppError('unauthenticated', 'The API key is not valid')
  if (clock() - (record.lastUsedAt ?? 0) >= USED_EVERY_MS) {
    void keys.markUsed(record.id).catch(() => {}) // nobody waits for it, and no request fails for it
  }
  return record
}
