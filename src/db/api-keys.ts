/** API keys: only their SHA-256 is kept. */
import type {
  Expression,
  ExpressionBuilder,
  Kysely,
  Selectable,
  SelectQueryBuilder,
  SqlBool,
  Transaction,
} from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount } from './dialect.js'
import type { ApiKey, ApiKeys, NewKey } from './port.js'
import type { ApiKeysTable, Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createApiKeys(db: Kysely<Schema>, clock: Clock): ApiKeys {
  return {
    create: (key) => insert(db, clock(), key),
    // The account stays locked from the count until the new key is there.
    createWithin: (limit, key) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, key.accountId)
        const others = tx
          .selectFrom('api_keys')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', key.accountId)
          .where((eb) => isActive(eb, clock()))
        const { count } = await others.executeTakeFirstOrThrow()
        return count < limit ? insert(tx, clock(), key) : undefined
      }),
    findByHash: async (hash) => {
      const row = await active(db, clock())
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .where('hash', '=', hash)
        .select(['accounts.suspended_at', 'accounts.unlimited', 'accounts.rate_limit as account_rate_limit'])
        .executeTakeFirst()
      if (!row) return undefined
      const { suspended_at: suspendedAt, unlimited, account_rate_limit: rateLimit } = row
      return { ...toApiKey(row), account: { suspendedAt, unlimited: unlimited === 1, rateLimit } }
    },
    find: async (id) => {
      const row = await active(db, clock()).where('id', '=', id).executeTakeFirst()
      return row && toApiKey(row)
    },
    listOf: async (accountId) => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute()
      return rows.map(toApiKey)
    },
    listActive: async (accountId) => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((eb) => isActive(eb, clock()))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toApiKey)
    },
    countActive: async () => {
      const { count } = await db
        .selectFrom('api_keys')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where((eb) => isActive(eb, clock()))
        .executeTakeFirstOrThrow()
      return count
    },
    setRateLimit: (id, rateLimit) => change(db, id, { rate_limit: rateLimit }),
    setTerms: (id, { name, expiresAt, scopes }) =>
      change(db, id, { name, expires_at: expiresAt, scopes: scopesText(scopes) }),
    markUsed: async (id, address) => {
      const use = { last_used_at: clock(), last_address: address ?? null }
      await db.updateTable('api_keys').set(use).where('id', '=', id).execute()
    },
    // A second revocation keeps the time of the first.
    revoke: async (id) => (await change(db, id, { revoked_at: clock() })) || (await exists(db, id)),
    endOfSession: (sessionId) => inTransaction(db, (tx) => endKeysOf(tx, [sessionId], clock())),
  }
}

/** Not revoked, and its session, if it belongs to one, has not ended. */
export function isActive(eb: ExpressionBuilder<Schema, 'api_keys'>, now: number): Expression<SqlBool> {
  const session = eb
    .selectFrom('sessions')
    .select('sessions.id')
    .whereRef('sessions.id', '=', 'api_keys.session_id')
    .where('sessions.expires_at', '>', now)
  return eb.and([eb('revoked_at', 'is', null), eb.or([eb('session_id', 'is', null), eb.exists(session)])])
}

export type SessionIds = readonly string[] | SelectQueryBuilder<Schema, 'sessions', { id: string }>

/** The account page makes a key at every visit: one that was never used is not worth keeping. */
export async function endKeysOf(tx: Transaction<Schema>, sessionIds: SessionIds, now: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('session_id', 'in', sessionIds).where('last_used_at', 'is', null).execute()
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('session_id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .execute()
}

async function insert(db: Kysely<Schema>, now: number, key: NewKey): Promise<ApiKey> {
  const row = await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      rate_limit: key.rateLimit,
      session_id: key.sessionId ?? null,
      last_used_at: null,
      last_address: null,
      expires_at: key.expiresAt ?? null,
      scopes: scopesText(key.scopes ?? null),
      created_at: now,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

const active = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('api_keys')
    .selectAll('api_keys')
    .where((eb) => isActive(eb, now))

async function change(db: Kysely<Schema>, id: string, values: Partial<ApiKeysTable>): Promise<boolean> {
  const row = await db
    .updateTable('api_keys')
    .set(values)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function exists(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

const scopesText = (scopes: readonly string[] | null): string | null => scopes?.join(',') ?? null

function toApiKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    rateLimit: row.rate_limit,
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastAddress: row.last_address,
    expiresAt: row.expires_at,
    scopes: row.scopes === null ? null : row.scopes.split(',').filter((scope) => scope !== ''),
    revokedAt: row.revoked_at,
  }
}
