/**
 * Moves everything that a database holds into another, empty one, of whichever engine: sessions, kept answers and cookie
 * secrets too, so nobody is signed out. Pictures are elsewhere. Both sides are one transaction: what is read belongs
 * together, and what could not be checked is not there.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Clock } from '../clock.js'
import { StartError } from '../start-error.js'
import { lockExclusively } from './exclusive-lock.js'
import { connectPostgres } from './postgres.js'
import { placeOf } from './postgres-pool.js'
import type { Schema } from './schema.js'
import { connectSqlite } from './sqlite.js'

type Table = Exclude<keyof Schema, 'pings'>

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
}
const TABLE_NAMES = Object.keys(TABLES) as Table[]
const BATCH = 500

/** How many rows of each table were moved. */
export type Moved = Readonly<Record<Table, number>>

/** `sqlite:FILE` or `postgres://…`. The servers of both sides must have been stopped. */
export async function moveDatabase(from: string, to: string, clock: Clock): Promise<Moved> {
  if (isFile(from) && !existsSync(fileIn(from))) throw new StartError(`There is no database ${fileIn(from)}`)
  const source = await connect(from)
  try {
    const target = await connect(to)
    try {
      return await moveTables(source.db, target.db, clock())
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export const isDatabaseAddress = (text: string): boolean =>
  isFile(text) ? fileIn(text) !== '' : /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** For people to read: without user and password. */
export const nameOfDatabase = (address: string): string => (isFile(address) ? fileIn(address) : placeOf(address))

const isFile = (address: string): boolean => address.startsWith('sqlite:')
const fileIn = (address: string): string => address.slice('sqlite:'.length)

async function connect(address: string): Promise<{ db: Kysely<Schema>; close(): Promise<void> }> {
  if (!isFile(address)) {
    const db = await connectPostgres({ url: address, patienceMs: { connect: 5000, statement: 0 } })
    return { db, close: () => db.destroy() }
  }
  const file = fileIn(address)
  const lock = lockExclusively(path.join(path.dirname(file), 'server.lock'))
  const close = async (db?: Kysely<Schema>): Promise<void> => {
    await db?.destroy()
    lock.release()
  }
  try {
    const db = await connectSqlite(file)
    return { db, close: () => close(db) }
  } catch (error) {
    await close()
    throw error
  }
}

const moveTables = (source: Kysely<Schema>, target: Kysely<Schema>, now: number): Promise<Moved> =>
  source
    .transaction()
    .setIsolationLevel('repeatable read') // one state of the whole, where others could write meanwhile
    .execute(async (from) => {
      await refuseOpen(from, now)
      return target.transaction().execute(async (to) => {
        await refuseRows(to)
        for (const table of TABLE_NAMES) await copyTable(from, to, table)
        return check(from, to)
      })
    })

/** Requests that still run would end in the old database. A file has a lock for that; of PostgreSQL this is the only sign. */
async function refuseOpen(from: Transaction<Schema>, now: number): Promise<void> {
  const open = await from.selectFrom('holds').select('id').where('expires_at', '>', now).limit(1).executeTakeFirst()
  if (!open) return
  throw new StartError('Requests still run on the source, or did a minute ago: stop its servers, and try again then')
}

async function refuseRows(to: Transaction<Schema>): Promise<void> {
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

/** Nothing is lost, and the books agree: see `ledger.ts`. */
async function check(from: Transaction<Schema>, to: Transaction<Schema>): Promise<Moved> {
  const [there, here] = [await countAll(from), await countAll(to)]
  for (const table of TABLE_NAMES) {
    if (there[table] === here[table]) continue
    throw new Error(`Of ${there[table]} rows of ${table}, ${here[table]} arrived; nothing was moved`)
  }
  const { rows } = await sql<{ email: string }>`
    select email from accounts where
      balance <> (select coalesce(sum(amount), 0) from ledger where account_id = accounts.id) or
      held <> (select coalesce(sum(amount), 0) from holds where account_id = accounts.id)
  `.execute(to)
  if (rows.length === 0) return here
  const who = rows.map(({ email }) => email).join(', ')
  throw new StartError(`The books of the source do not agree, nothing was moved: balance and ledger differ for ${who}`)
}

async function countAll(tx: Transaction<Schema>): Promise<Moved> {
  const counts: [string, number][] = []
  for (const table of TABLE_NAMES) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx)
    counts.push([table, rows[0]?.count ?? 0])
  }
  return Object.fromEntries(counts) as Moved
}
