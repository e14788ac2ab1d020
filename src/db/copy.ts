/**
 * Copies every table of one database into another, empty one, of either engine. Each side is one transaction: what is
 * read is consistent, and what could not be checked is not written.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { StartError } from '../base/start-error.js'
import type { Schema } from './schema.js'

/** The target counts its charges itself, as they arrive in the ledger. */
type Table = Exclude<keyof Schema, 'pings' | 'hourly_charges'>

/** With their primary keys, in an order in which every row finds what it refers to. */
const TABLES: Readonly<Record<Table, readonly string[]>> = {
  accounts: ['id'],
  api_keys: ['id'],
  ledger: ['id'],
  holds: ['id'],
  results: ['id'],
  answers: ['key_id', 'idempotency_key'],
  sessions: ['id'],
  secrets: ['name'],
  hourly_use: ['account_id', 'hour'],
  requests: ['id'],
  audit: ['id'],
  two_factor: ['account_id'],
  recovery_codes: ['id'],
  links: ['id'],
  webhooks: ['id'],
  webhook_events: ['id'],
  webhook_deliveries: ['id'],
  batch_jobs: ['id'],
  job_items: ['job_id', 'position'],
}
const TABLE_NAMES = Object.keys(TABLES) as Table[]
const BATCH = 500

/** The number of rows of each table. */
export type Rows = Readonly<Record<Table, number>>

/** `before` may refuse, once it has seen what would be copied. */
export const copyTables = (
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  before?: (from: Transaction<Schema>) => Promise<void>,
): Promise<Rows> =>
  source
    .transaction()
    .setIsolationLevel('repeatable read') // one state of the whole while others write
    .execute(async (from) => {
      await before?.(from)
      return target.transaction().execute(async (to) => {
        await refuseRows(to)
        for (const table of TABLE_NAMES) await copyTable(from, to, table)
        return check(from, to)
      })
    })

export async function refuseRows(to: Kysely<Schema>): Promise<void> {
  for (const [table, count] of Object.entries(await countAll(to))) {
    if (count === 0) continue
    throw new StartError(
      `The target is not empty (${table}: ${count}): name a new database, which no server has used yet`,
    )
  }
}

async function copyTable(from: Transaction<Schema>, to: Transaction<Schema>, table: Table): Promise<void> {
  const key = TABLES[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  for (let after: RawBuilder<unknown> = sql`true`; ; ) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${sql.lit(BATCH)}
    `.execute(from)
    const last = rows.at(-1)
    if (!last) return
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(last).map((column) => sql.ref(column)))})
      values ${sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))}
    `.execute(to)
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

/** Every row has arrived, and the books balance. */
async function check(from: Transaction<Schema>, to: Transaction<Schema>): Promise<Rows> {
  const [there, here] = [await countAll(from), await countAll(to)]
  for (const table of TABLE_NAMES) {
    if (there[table] === here[table]) continue
    throw new Error(`Of ${there[table]} rows of ${table}, ${here[table]} arrived; nothing was copied`)
  }
  await checkBooks(to)
  return here
}

/** Balances match the ledger, and held credits the holds: see `ledger.ts`. */
export async function checkBooks(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where
      balance <> (select coalesce(sum(amount), 0) from ledger where account_id = accounts.id) or
      held <> (select coalesce(sum(amount), 0) from holds where account_id = accounts.id)
  `.execute(db)
  if (rows.length === 0) return
  const who = rows.map(({ email }) => email).join(', ')
  throw new StartError(`Nothing was copied: in the source, balance and ledger differ for ${who}`)
}

/**
 * A database of an earlier version may be backed up before a server has opened it: tables that it lacks count as empty.
 */
export async function countAll(tx: Kysely<Schema>): Promise<Rows> {
  const counts: [string, number][] = []
  const known = new Set((await tx.introspection.getTables()).map(({ name }) => name))
  for (const table of TABLE_NAMES) {
    if (!known.has(table)) {
      counts.push([table, 0])
      continue
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx)
    counts.push([table, rows[0]?.count ?? 0])
  }
  return Object.fromEntries(counts) as Rows
}
