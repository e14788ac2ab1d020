/** Sessions of the account page. The keys of a session end with it. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '../clock.js'
import { endKeysOf } from './api-keys.js'
import type { Session, Sessions } from './port.js'
import type { Schema, SessionsTable } from './schema.js'

export function createSessions(db: Kysely<Schema>, clock: Clock): Sessions {
  const end = (ids: readonly string[]): Promise<void> =>
    ids.length === 0 ? Promise.resolve() : db.transaction().execute((tx) => endSessions(tx, ids, clock()))

  return {
    create: async ({ id, accountId, csrf, expiresAt }) => {
      const now = clock()
      const row = await db
        .insertInto('sessions')
        .values({ id, account_id: accountId, csrf, created_at: now, last_seen_at: now, expires_at: expiresAt })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toSession(row)
    },
    find: async (id) => {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', clock())
        .executeTakeFirst()
      return row && toSession(row)
    },
    prolong: async (id, expiresAt) => {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: clock(), expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
    },
    end: (id) => end([id]),
    endAllOf: async (accountId, exceptId = '') => {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '!=', exceptId)
        .execute()
      await end(rows.map(({ id }) => id))
    },
    endExpired: async (before) => {
      const rows = await db.selectFrom('sessions').select('id').where('expires_at', '<=', before).limit(BATCH).execute()
      await end(rows.map(({ id }) => id))
      return rows.length
    },
  }
}

/** The rest is left to the next sweep. */
const BATCH = 500

async function endSessions(tx: Transaction<Schema>, ids: readonly string[], now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
  await endKeysOf(tx, ids, now)
}

function toSession(row: Selectable<SessionsTable>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    csrf: row.csrf,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
