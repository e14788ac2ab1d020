/** Brings the schema up to date. */
import { type Kysely, Migrator, sql } from 'kysely'
import { StartError } from '../base/start-error.js'
import { isPostgres } from './dialect.js'
import { migrations } from './migrations.js'
import type { Schema } from './schema.js'

/** Inside a transaction that the caller begins and that locks other nodes out: `postgres.ts`, `sqlite.ts`. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await (await migratorOf(db)).migrateToLatest()
  if (error) throw /previously executed migration .* is missing/.test(String(error)) ? newer(error) : error
}

/** For commands that must not change the schema. */
export async function refuseOtherVersion(db: Kysely<Schema>): Promise<void> {
  const known = await (await migratorOf(db)).getMigrations()
  if (known.some(({ executedAt }) => executedAt === undefined)) {
    throw new StartError('The database is empty or of an earlier version: use the Silhouette that its servers run')
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from kysely_migration`.execute(db)
  if (rows[0]?.count !== known.length) throw newer()
}

const newer = (cause?: unknown): StartError =>
  new StartError(
    'The database was written by a newer version of Silhouette: use that version, or restore a backup from before',
    { cause },
  )

async function migratorOf(db: Kysely<Schema>): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations }
  const place = isPostgres(db) ? { migrationTableSchema: await ownSchema(db) } : {}
  return new Migrator({ db, provider, disableTransactions: true, ...place })
}

/** By name, because Kysely would otherwise take the tables of any schema for ours. */
async function ownSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db)
  const name = rows[0]?.name
  if (name) return name
  throw new StartError('No schema of the search_path in DATABASE_URL exists: create it, or leave search_path out')
}
