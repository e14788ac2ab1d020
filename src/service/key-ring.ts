/** The API keys of an account, as their owner uses and manages them. */
import type { Clock } from '../clock.js'
import type { ApiKey, Database } from '../db/port.js'
import { AppError } from '../errors.js'
import { authenticate, createApiKeyWithin, type NewApiKey } from './api-keys.js'

export type { ApiKey }

export interface KeyRing {
  /** Who calls with this key. `onKnown` is also told of keys that are refused because their account is suspended. */
  authenticate(key: string | undefined, onKnown?: (key: ApiKey) => void): Promise<ApiKey>
  /** Newest first. */
  listActive(accountId: string): Promise<ApiKey[]>
  create(accountId: string, name: string): Promise<NewApiKey>
  revoke(accountId: string, keyId: string): Promise<void>
}

/** More than anybody needs, few enough to be listed at once. */
const MAX_KEYS = 100

export function createKeyRing({ db, clock }: { db: Pick<Database, 'keys'>; clock: Clock }): KeyRing {
  return {
    authenticate: (key, onKnown) => authenticate(db.keys, clock, key, onKnown),
    listActive: (accountId) => db.keys.listActive(accountId),
    create: async (accountId, name) => {
      const created = await createApiKeyWithin(MAX_KEYS, db.keys, clock, { accountId, name })
      if (created) return created
      const message = `An account has at most ${MAX_KEYS} keys; revoke one that is not needed any more`
      throw new AppError('conflict', message, { reason: 'too_many_keys' })
    },
    revoke: async (accountId, keyId) => {
      const key = await db.keys.find(keyId)
      if (key?.accountId !== accountId) throw new AppError('not_found', 'You have no such key')
      await db.keys.revoke(key.id)
    },
  }
}
