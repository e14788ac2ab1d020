/** Opens the database for one command; safe while a server runs. */
import type { Config } from '../config.js'
import { openDatabase } from '../db/open.js'
import type { Database } from '../db/port.js'
import { openPrivateFolder } from '../private-data.js'
import type { Command, Values } from './command.js'

export function withDatabase(work: (db: Database, values: Values, config: Config) => Promise<void>): Command['run'] {
  return async (values, config) => {
    if (config.database.url === undefined) openPrivateFolder(config.dataDir)
    const db = await openDatabase(config)
    try {
      await work(db, values, config)
    } finally {
      await db.close()
    }
  }
}
