/** Config → the database it names: PostgreSQL, or the file in the data folder. */
import type { Logger } from 'pino'
import { systemClock } from '../base/clock.js'
import type { Config } from '../config/config.js'
import { databasePlaceOf } from './place.js'
import type { Database } from './port.js'
import { connectPostgresAsItIs, openPostgresDatabase, timeOf } from './postgres.js'
import type { PostgresObserver } from './postgres-pool.js'
import { openSqliteDatabase } from './sqlite.js'
import { waitForDatabase } from './wait-for-database.js'

export async function openDatabase(config: Config, observer?: PostgresObserver): Promise<Database> {
  const place = databasePlaceOf(config)
  return 'file' in place
    ? openSqliteDatabase(place.file, systemClock)
    : openPostgresDatabase({ ...place, connections: config.database.connections, observer })
}

/** For servers: a command should fail at once when the database is away. */
export const openDatabaseOnceThere = (
  config: Config,
  log: Pick<Logger, 'warn' | 'info'>,
  observer: PostgresObserver,
): Promise<Database> => waitForDatabase(() => openDatabase(config, observer), log)

/** By the clock of PostgreSQL, in milliseconds; undefined where the database is a file. Nothing is changed. */
export async function timeOfDatabase(config: Pick<Config, 'dataDir' | 'database'>): Promise<number | undefined> {
  const place = databasePlaceOf(config)
  if ('file' in place) return undefined
  const db = connectPostgresAsItIs({ ...place, connections: 1 })
  try {
    return await timeOf(db)
  } finally {
    await db.destroy()
  }
}
