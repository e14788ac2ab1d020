/** Config → the database it names: PostgreSQL, or the file in the data folder. */
import { systemClock } from '../clock.js'
import type { Config } from '../config.js'
import { embeddedFile } from './place.js'
import type { Database } from './port.js'
import { openPostgresDatabase } from './postgres.js'
import { openSqliteDatabase } from './sqlite.js'

export const openDatabase = ({ dataDir, database }: Config): Promise<Database> =>
  database.url === undefined
    ? openSqliteDatabase(embeddedFile(dataDir), systemClock)
    : openPostgresDatabase({ url: database.url, connections: database.connections }, systemClock)
