/**
 * Where SQLite and PostgreSQL need different SQL; everything else in this folder is the same for both.
 *
 * Rows are locked in one order everywhere, so that transactions cannot deadlock: the account first, then its holds,
 * answers, results, entries, usage, jobs, their images, keys, sessions, webhooks, events, deliveries.
 */
import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import type { Schema } from './schema.js'

export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** SQLite's `integer` has 64 bits, PostgreSQL's 32. */
export const wholeNumber = (db: Kysely<unknown>): 'integer' | 'bigint' => (isPostgres(db) ? 'bigint' : 'integer')

/**
 * Locks the account until the transaction ends. False when there is no such account. On SQLite a transaction holds the
 * only lock from its beginning.
 */
export async function lockAccount(tx: Transaction<Schema>, id: string): Promise<boolean> {
  const account = tx.selectFrom('accounts').select('id').where('id', '=', id)
  return (await locked(tx, account).executeTakeFirst()) !== undefined
}

/** The same for the account that a hold belongs to. */
export async function lockAccountOfHold(tx: Transaction<Schema>, holdId: string): Promise<boolean> {
  const account = tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('holds').select('holds.account_id').where('holds.id', '=', holdId))
  return (await locked(tx, account).executeTakeFirst()) !== undefined
}

/** Rows that merely refer to a locked one may still be written. */
export const locked = <Query extends { forNoKeyUpdate(): Query }>(tx: Transaction<Schema>, query: Query): Query =>
  isPostgres(tx) ? query.forNoKeyUpdate() : query
