/** PostgreSQL: one database for many nodes. */
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import { createDatabase } from './database.js'
import { openDatabaseClock } from './database-clock.js'
import { migrate } from './migrate.js'
import type { Database } from './port.js'
import { createPostgresPool, type PostgresSettings } from './postgres-pool.js'
import type { Schema } from './schema.js'
import { isConflict } from './transaction.js'

export type PostgresAddress = Pick<PostgresSettings, 'url'> & Partial<PostgresSettings>

const USUAL: Omit<PostgresSettings, 'url'> = { connections: 10, patienceMs: { connect: 5000, statement: 8000 } }

/** By its own clock, unless another one is given. */
export async function openPostgresDatabase(address: PostgresAddress, clock?: Clock): Promise<Database> {
  const kysely = await connectPostgres(address)
  if (clock) return createDatabase(kysely, clock)
  const own = await openDatabaseClock(() => timeOf(kysely)).catch(async (error: unknown) => {
    await kysely.destroy()
    throw error
  })
  const database = createDatabase(kysely, own.now)
  return {
    ...database,
    close: () => {
      own.stop()
      return database.close()
    },
  }
}

/** In milliseconds. */
export async function timeOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now
  `.execute(db)
  return rows[0]!.now
}

/** Its tables, up to date. */
export async function connectPostgres(address: PostgresAddress): Promise<Kysely<Schema>> {
  const settings = { ...USUAL, ...address }
  // On a connection of its own, without a time limit: it may wait for another node's migration, or have much to do.
  const patienceMs = { ...settings.patienceMs, statement: 0 }
  const set = kyselyOver({ ...settings, connections: 1, patienceMs, observer: undefined })
  try {
    await set.connection().execute((connection) => allOrNothing(connection, () => migrate(connection)))
  } finally {
    await set.destroy()
  }
  return kyselyOver(settings)
}

/** Kysely's own lock, which servers of earlier versions take. */
const MIGRATION_LOCK = 3853314791062309107n

/** One node at a time. The lock belongs to the transaction, because behind PgBouncer sessions are shared. */
async function allOrNothing(connection: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  await sql`begin`.execute(connection)
  try {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    await work()
    await sql`commit`.execute(connection)
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {}) // the first error is the one to report
    throw error
  }
}

/** Whatever its schema: nothing is changed. */
export const connectPostgresAsItIs = (address: PostgresAddress): Kysely<Schema> => kyselyOver({ ...USUAL, ...address })

const kyselyOver = (settings: PostgresSettings): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new Dialect({ pool: createPostgresPool(settings) }),
    log: (event) => {
      if (event.level === 'error' && isConflict(event.error)) settings.observer?.conflict()
    },
  })

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }
}

/** Without Kysely's lock for migrations, which belongs to a session. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
