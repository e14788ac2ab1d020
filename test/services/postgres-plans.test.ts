/**
 * PostgreSQL looks at few rows, however many there are and although all of them belong to one account: every query of a
 * server is run on full tables, and the rows that it met are counted.
 */
import { describe, expect, test } from 'vitest'
import { LOOK_BACK } from '../../src/db/paging.js'
import { connectPostgres } from '../../src/db/postgres.js'
import { everyQuery } from '../support/every-query.js'
import { manualClock } from '../support/manual-clock.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { recordQueries } from '../support/recorded-queries.js'
import { postgresService } from '../support/services.js'
import { COUNT_ALL_THAT_WAITS, READ_A_WHOLE_TABLE } from '../support/whole-tables.js'

const server = await postgresService()
const FEW = 1000
/** What one page of a search looks at, and what is joined to its rows. */
const MOST_OF_SEARCH = LOOK_BACK + FEW
const SEARCHES = /\.(page|errors)$/
const ROWS = LOOK_BACK + 2 * FEW
const PLACE = 'plans'
const clock = manualClock()
const NOW = clock.now()

/**
 * Of an account without end: results, requests and entries of hours. No server ran for a while, so most that can expire
 * has expired.
 */
const FILL = [
  `insert into accounts (id, email, balance, held, created_at)
   select 'acc_' || n, n || '@example.com', 100, 0, ${NOW} - n * 1000 from generate_series(1, ${ROWS}) n`,
  `insert into api_keys (id, account_id, name, prefix, hash, created_at)
   select 'key_' || n, 'acc_' || n, 'x', 'sk_x', 'hash_' || n, ${NOW} from generate_series(1, ${ROWS}) n`,
  `insert into sessions (id, account_id, csrf, created_at, last_seen_at, expires_at)
   select md5(n::text), 'acc_' || n, 'x', ${NOW}, ${NOW}, ${NOW} + 100 - n from generate_series(1, ${ROWS}) n`,
  `insert into results (id, account_id, key_id, operation, object_key, content_type, bytes, published, created_at, owner, expires_at)
   select md5(n::text), 'acc_1', 'key_1', 'remove', n || '.png', 'image/png', 3000000, 1, ${NOW} - n * 8640, 'node/' || n, ${NOW} + 10 - n
   from generate_series(1, ${ROWS}) n`,
  `insert into answers (key_id, idempotency_key, fingerprint, answer, owner, expires_at)
   select 'key_1', n, 'abc', '{}', 'node/' || n, ${NOW} + 100 - n from generate_series(1, ${ROWS}) n`,
  `insert into ledger (id, account_id, amount, reason, operation, key_id, created_at)
   select 'entry_' || n, 'acc_1', -1, 'charge', 'remove', 'key_1', ${NOW} - n * 1000 from generate_series(1, ${ROWS}) n`,
  `insert into hourly_use (account_id, hour, images, credits)
   select 'acc_' || n % 30, (${NOW} / 3600000 - n / 30) * 3600000, 1, 1 from generate_series(1, ${ROWS}) n`,
  `insert into requests (id, account_id, key_id, method, route, status, code, duration_ms, credits, created_at)
   select md5(n::text), 'acc_1', 'key_1', 'POST', '/v1/remove', case when n % 10 = 0 then 422 else 201 end,
     case when n % 10 = 0 then 'invalid_image' end, 900, 1, ${NOW} - n * 2000 from generate_series(1, ${ROWS}) n`,
  `insert into audit (id, actor, action, subject, created_at)
   select 'act_' || n, 'ann@example.com', 'credits.grant', n || '@example.com', ${NOW} - n * 1000
   from generate_series(1, ${ROWS}) n`,
  // Nearly all have ended.
  `insert into batch_jobs (id, account_id, key_id, operation, parameters, total, finished, failed, cancelled, served_at, created_at, finished_at, expires_at)
   select 'job_' || n, 'acc_' || n % 100 + 2, 'key_1', 'remove', '{}', 1, case when n < 10 then 0 else 1 end, 0, 0, ${NOW} - n, ${NOW} - n * 1000,
     case when n < 10 then null else ${NOW} - n end, case when n < 10 then null else ${NOW} + 100 - n end from generate_series(1, ${ROWS}) n`,
  `insert into job_items (job_id, position, input_key, state, expires_at, tries, failed_downloads, not_before, charged)
   select 'job_' || n, 1, case when n < 10 then 'input_' || n end, case when n < 10 then 'waiting' else 'finished' end, 0, 0, 0, 0, 1 from generate_series(1, ${ROWS}) n`,
  `insert into webhooks (id, account_id, url, secret, created_at)
   select 'wh_' || n, 'acc_' || n, 'https://shop.example/', 'whsec_x', ${NOW} from generate_series(1, ${ROWS}) n`,
  `insert into webhook_events (id, account_id, type, body, created_at)
   select 'evt_' || n, 'acc_1', 'job.finished', '{}', ${NOW} - n * 1000 from generate_series(1, ${ROWS}) n`,
  // The receiver of one account has been dead for long.
  `insert into webhook_deliveries (id, event_id, webhook_id, state, tries, next_at, created_at)
   select 'dlv_' || n, 'evt_' || n, 'wh_1', case when n % 2 = 0 then 'delivered' else 'waiting' end, 1,
     ${NOW} - n, ${NOW} - n * 1000 from generate_series(1, ${ROWS}) n`,
]

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** Rows that were read, whether they were wanted or not. */
function rowsMet(plan: Plan): number {
  const read =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const here = plan['Relation Name'] === undefined ? 0 : read * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsMet(inner), here)
}

describe.skipIf(!server)('PostgreSQL', () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const query = <Row extends object>(text: string, values?: unknown[]) => schemas.query<Row>(PLACE, text, values)

  test('no query of a server reads a long table from end to end', async () => {
    const kysely = await connectPostgres({ url: await schemas.urlOf(PLACE) })
    for (const statement of [...FILL, 'vacuum analyze']) await query(statement)
    const { db, queries } = recordQueries(kysely, clock.now)
    await everyQuery(db, clock.now, 'acc_1')
    await kysely.destroy()
    await query('update accounts set balance = 100, held = 50') // what is run again must not overdraw it
    await query('update batch_jobs set total = total + 100') // nor end more images than there are

    // Of a table hardly longer than what a search looks at, PostgreSQL would rightly read all; of a long one it would not.
    await query('set enable_seqscan = off')
    const excused = { ...READ_A_WHOLE_TABLE, ...COUNT_ALL_THAT_WAITS }
    const offenders = new Set<string>()
    for (const { method, sql, parameters } of queries) {
      if (excused[method] !== undefined || sql.startsWith('insert')) continue
      await query('begin')
      const [explained] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json, timing off) ${sql}`,
        [...parameters],
      )
      await query('rollback')
      const rows = rowsMet(explained!['QUERY PLAN'][0].Plan)
      if (rows > (SEARCHES.test(method) ? MOST_OF_SEARCH : FEW)) offenders.add(`${method} met ${rows} rows: ${sql}`)
    }
    expect([...offenders]).toEqual([])
  })
})
