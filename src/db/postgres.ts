/** PostgreSQL: one database for many nodes. */
import { Kysely, PostgresDialect } from 'kysely'
import type { Clock } from '../clock.js'
import { createDatabase } from './database.js'
import { migrate } from './migrate.js'
import type { Database } from './port.js'
import { createPostgresPool, type PostgresSettings } from './postgres-pool.js'
import type { Schema } from './schema.js'

export type PostgresAddress = Pick<PostgresSettings, 'url'> & Partial<PostgresSettings>

const USUAL: Omit<PostgresSettings, 'url'> = { connections: 10, patienceMs: { connect: 5000, statement: 8000 } }

export const openPostgresDatabase = async (address: PostgresAddress, clock: Clock): Promise<Database> =>
  createDatabase(await connectPostgres(address), clock)

/** Its tables, up to date. */
export async function connectPostgres(address: PostgresAddress): Promise<Kysely<Schema>> {
  const settings = { ...USUAL, ...address }
  // On a connection of its own, without time limit: it may wait for the migration of another node, or have much to do.
  const set = kyselyOver({ ...settings, connections: 1, patienceMs: { ...settings.patienceMs, statement: 0 } })
  try {
    await migrate(set)
  } finally {
    await set.destroy()
  }
  return kyselyOver(settings)
}

/** Whatever its tables are: nothing is changed. */
export const connectPostgresAsItIs = (address: PostgresAddress): Kysely<Schema> => kyselyOver({ ...USUAL, ...address })

const kyselyOver = (settings: PostgresSettings): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createPostgresPool(settings) }) })
