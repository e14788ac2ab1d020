/** The request log. Rows come in batches, a moment after their answers, and are deleted after some weeks. */
import { type Kysely, sql } from 'kysely'
import { containsText } from './contains-text.js'
import { endOfSearch, LOOK_BACK, newestFirst, toPage } from './paging.js'
import type { RequestFilter, RequestLine, RequestLog } from './port.js'
import type { Schema } from './schema.js'

/** A client that disconnected before its answer. */
const CLIENT_GONE = 499

export function createRequestLog(db: Kysely<Schema>): RequestLog {
  return {
    write: async (records) => {
      if (records.length === 0) return
      const rows = records.map((record) => ({
        id: record.id,
        account_id: record.accountId,
        key_id: record.keyId,
        method: record.method,
        route: record.route,
        status: record.status,
        code: record.code,
        duration_ms: record.durationMs,
        credits: record.credits,
        watermark: record.watermark,
        created_at: record.createdAt,
      }))
      await db
        .insertInto('requests')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },

    page: async (filter, page) => {
      const end = isSearch(filter) ? await endOfSearch(listed(db, filter), 'requests', page) : undefined
      const rows = await matching(db, filter)
        .leftJoin('api_keys', 'api_keys.id', 'requests.key_id')
        .selectAll('requests')
        .select(['api_keys.name', 'api_keys.prefix', 'accounts.email'])
        .$call(newestFirst('requests', page, end))
        .execute()
      const lines = rows.map(
        (row): RequestLine => ({
          id: row.id,
          accountId: row.account_id,
          keyId: row.key_id,
          method: row.method,
          route: row.route,
          status: row.status,
          code: row.code,
          durationMs: row.duration_ms,
          credits: row.credits,
          watermark: row.watermark,
          createdAt: row.created_at,
          keyName: row.name,
          keyPrefix: row.prefix,
          email: row.email,
        }),
      )
      return toPage(lines, page, end)
    },

    errors: async (since) => {
      const newest = db
        .selectFrom('requests')
        .select(['code', 'status', 'account_id', 'created_at'])
        .where('created_at', '>=', since)
        .where('status', '>=', sql.lit(400)) // a literal, as in the index of failures
        .where('status', '!=', CLIENT_GONE)
        .orderBy('created_at', 'desc')
        .limit(LOOK_BACK)
      const rows = await db
        .selectFrom(newest.as('failures'))
        .select((eb) => [
          'code',
          'status',
          eb.fn.countAll<number>().as('count'),
          eb.fn.count<number>('account_id').distinct().as('accounts'),
          eb.fn.max('created_at').as('lastAt'),
        ])
        .groupBy(['code', 'status'])
        .orderBy('count', 'desc')
        .orderBy('lastAt', 'desc')
        .execute()
      return rows.map(({ code, ...group }) => ({ code: code ?? '', ...group }))
    },

    forget: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('requests')
        .where('id', 'in', (eb) =>
          eb.selectFrom('requests').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** Conditions that an index serves. */
const listed = (db: Kysely<Schema>, { accountId, since, until }: RequestFilter) =>
  db
    .selectFrom('requests')
    .$if(accountId !== undefined, (query) => query.where('requests.account_id', '=', accountId!))
    .$if(since !== undefined, (query) => query.where('requests.created_at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('requests.created_at', '<', until!))

/** Conditions that have to be checked row by row. */
const isSearch = ({ accountId: _, since: _since, until: _until, ...rest }: RequestFilter): boolean =>
  Object.values(rest).some((wanted) => wanted !== undefined)

function matching(db: Kysely<Schema>, filter: RequestFilter) {
  const { email, keyId, route, statusClass, code } = filter
  return listed(db, filter)
    .leftJoin('accounts', 'accounts.id', 'requests.account_id')
    .$if(email !== undefined, (query) => query.where(containsText('accounts.email', email!)))
    .$if(keyId !== undefined, (query) => query.where('requests.key_id', '=', keyId!))
    .$if(route !== undefined, (query) => query.where('requests.route', '=', route!))
    .$if(statusClass !== undefined, (query) =>
      query.where('requests.status', '>=', statusClass! * 100).where('requests.status', '<', (statusClass! + 1) * 100),
    )
    .$if(code !== undefined, (query) => query.where('requests.code', '=', code!))
}
