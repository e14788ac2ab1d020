/** Config → the database it names: PostgreSQL, or the file in the data folder. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { systemClock } from '../clock.js'
import type { Config } from '../config.js'
import { embeddedFile } from './place.js'
import type { Database } from './port.js'
import { connectPostgresAsItIs, openPostgresDatabase } from './postgres.js'
import { openSqliteDatabase } from './sqlite.js'
import { waitForDatabase } from './wait-for-database.js'

export const openDatabase = ({ dataDir, database }: Config): Promise<Database> =>
  database.url === undefined
    ? openSqliteDatabase(embeddedFile(dataDir), systemClock)
    : openPostgresDatabase({ url: database.url, connections: database.connections }, systemClock)

/** For servers: whoever runs a command wants to know at once that the database is away. */
export const openDatabaseOnceThere = (config: Config, log: Pick<Logger, 'warn' | 'info'>): Promise<Database> =>
  waitForDatabase(() => openDatabase(config), log)

/** By the clock of PostgreSQL, in milliseconds; undefined where the database is a file. Nothing is changed. */
export async function timeOfDatabase({ database: { url } }: Pick<Config, 'database'>): Promise<number | undefined> {
  if (url === undefined) return undefined
  const db = connectPostgresAsItIs({ url, connections: 1 })
  try {
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    `.execute(db)
    return rows[0]?.now
  } finally {
    await db.destroy()
  }
}
