/** Sessions of the account page. The keys of a session end with it. */
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../base/clock.js'
import { endKeysOf, type SessionIds } from './api-keys.js'
import type { Session, Sessions } from './port.js'
import type { Schema, SessionsTable } from './schema.js'
import { inTransaction } from './transaction.js'

export function createSessions(db: Kysely<Schema>, clock: Clock): Sessions {
  const end = (ids: SessionIds): Promise<number> =>
    inTransaction(db, async (tx) => {
      await endKeysOf(tx, ids, clock())
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('id', 'in', ids).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
  const ids = db.selectFrom('sessions').select('sessions.id')

  return {
    create: async ({ id, accountId, csrf, expiresAt, browser = null, system = null }) => {
      const now = clock()
      const row = await db
        .insertInto('sessions')
        .values({
          id,
          account_id: accountId,
          csrf,
          browser,
          system,
          created_at: now,
          last_seen_at: now,
          expires_at: expiresAt,
        })
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
    listOf: async (accountId) => {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', clock())
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toSession)
    },
    prolong: async (id, expiresAt) => {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: clock(), expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
    },
    end: async (id) => {
      await end([id])
    },
    endAllOf: async (accountId, exceptId = '') => {
      await end(ids.where('account_id', '=', accountId).where('id', '!=', exceptId))
    },
    endExpired: async (before, limit) => {
      const expired = await ids.where('expires_at', '<=', before).orderBy('expires_at').limit(limit).execute()
      return expired.length === 0 ? 0 : end(expired.map(({ id }) => id))
    },
  }
}

function toSession(row: Selectable<SessionsTable>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    csrf: row.csrf,
    browser: row.browser,
    system: row.system,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
