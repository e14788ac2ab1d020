/** The API keys of an account, as their owner uses and manages them. */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Scope } from '../../base/scopes.js'
import type { ApiKey, CallersKey, Database, KeyTerms } from '../../db/port.js'
import { authenticate, createApiKeyWithin, type KeyUse, type NewApiKey } from './api-keys.js'

export type { ApiKey, CallersKey }

export interface OwnKeyTerms extends KeyTerms {
  readonly scopes: readonly Scope[] | null
}

export interface KeyRing {
  /** The key of a call. */
  authenticate(key: string | undefined, use: KeyUse): Promise<CallersKey>
  /** Newest first. */
  listActive(accountId: string): Promise<ApiKey[]>
  find(accountId: string, keyId: string): Promise<ApiKey>
  create(accountId: string, terms: OwnKeyTerms): Promise<NewApiKey>
  change(accountId: string, keyId: string, terms: OwnKeyTerms): Promise<ApiKey>
  revoke(accountId: string, keyId: string): Promise<void>
}

/** More than an account needs, few enough to be listed at once. */
const MAX_KEYS = 100

export function createKeyRing({ db, clock }: { db: Pick<Database, 'keys'>; clock: Clock }): KeyRing {
  const ownKey = async (accountId: string, keyId: string): Promise<ApiKey> => {
    const key = await db.keys.find(keyId)
    if (key?.accountId !== accountId) throw new AppError('not_found', 'You have no such key')
    return key
  }
  const refusePast = (expiresAt: number | null): void => {
    if (expiresAt === null || expiresAt > clock()) return
    throw new AppError('invalid_request', 'expiresAt must be in the future, or null', { parameter: 'expiresAt' })
  }
  return {
    authenticate: (key, use) => authenticate(db.keys, clock, key, use),
    listActive: (accountId) => db.keys.listActive(accountId),
    find: ownKey,
    create: async (accountId, terms) => {
      refusePast(terms.expiresAt)
      const created = await createApiKeyWithin(MAX_KEYS, db.keys, clock, { accountId, ...terms })
      if (created) return created
      const message = `An account has at most ${MAX_KEYS} keys; revoke one that is not needed any more`
      throw new AppError('conflict', message, { reason: 'too_many_keys' })
    },
    change: async (accountId, keyId, terms) => {
      const key = await ownKey(accountId, keyId)
      if (key.sessionId !== null) {
        throw new AppError('conflict', "The playground's key belongs to its session and cannot be changed")
      }
      if (terms.expiresAt !== key.expiresAt) refusePast(terms.expiresAt)
      await db.keys.setTerms(key.id, terms)
      return ownKey(accountId, keyId)
    },
    revoke: async (accountId, keyId) => {
      const key = await ownKey(accountId, keyId)
      await db.keys.revoke(key.id)
    },
  }
}
