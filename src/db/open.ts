/** Config → the database it names. */
import path from 'node:path'
import { systemClock } from '../clock.js'
import type { Config } from '../config.js'
import type { Database } from './port.js'
import { openSqliteDatabase } from './sqlite.js'

export const openDatabase = (config: Config): Promise<Database> =>
  openSqliteDatabase(path.join(config.dataDir, 'silhouette.db'), systemClock)
