/** API keys: only their SHA-256 is kept. */
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.js'
import type { ApiKey, ApiKeys } from './port.js'
import type { ApiKeysTable, Schema } from './schema.js'

export function createApiKeys(db: Kysely<Schema>, clock: Clock): ApiKeys {
  return {
    create: async ({ id, accountId, name, prefix, hash, rateLimit }) => {
      const row = await db
        .insertInto('api_keys')
        .values({
          id,
          account_id: accountId,
          name,
          prefix,
          hash,
          rate_limit: rateLimit,
          created_at: clock(),
          revoked_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApiKey(row)
    },
    findByHash: async (hash) => {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
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
    setRateLimit: (id, rateLimit) => change(db, id, { rate_limit: rateLimit }),
    // A second revocation keeps the time of the first.
    revoke: async (id) => (await change(db, id, { revoked_at: clock() })) || (await exists(db, id)),
  }
}

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

function toApiKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    rateLimit: row.rate_limit,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}
