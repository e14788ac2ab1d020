/** Brings the schema up to date. */
import { type Kysely, Migrator, sql } from 'kysely'
import { StartError } from '../start-error.js'
import { isPostgres } from './dialect.js'
import { migrations } from './migrations.js'
import type { Schema } from './schema.js'

/**
 * On PostgreSQL Kysely takes a lock for the whole database and does everything in one transaction, so several nodes may
 * start together. On SQLite it does neither: see `sqlite.ts`.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const place = isPostgres(db) ? { migrationTableSchema: await ownSchema(db) } : {}
  const { error } = await new Migrator({ db, provider, ...place }).migrateToLatest()
  if (error) throw error
}

/** Named, because Kysely would otherwise take the tables of any schema for ours. */
async function ownSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db)
  const name = rows[0]?.name
  if (name) return name
  throw new StartError('No schema of the search_path in DATABASE_URL exists: create it, or leave search_path out')
}
