/** The embedded engine: one file, write-ahead log, safe to use from server and command line at the same time. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Clock } from '../clock.js'
import { createDatabase } from './database.js'
import type { Database } from './port.js'
import type { Schema } from './schema.js'

export async function openSqliteDatabase(file: string, clock: Clock): Promise<Database> {
  mkdirSync(path.dirname(file), { recursive: true })
  return createDatabase(new Kysely<Schema>({ dialect: new SqliteDialect({ database: openFile(file) }) }), clock)
}

type Bindings = Parameters<ReturnType<InstanceType<typeof DatabaseSync>['prepare']>['all']>

/** Kysely expects the shape of better-sqlite3; this binding has the shape of node:sqlite. */
function openFile(file: string): SqliteDatabase {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000; PRAGMA foreign_keys=ON')
  return {
    close: () => db.close(),
    prepare: (text) => {
      const statement = db.prepare(text)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as Bindings)),
        run: (parameters) => statement.run(...(parameters as Bindings)),
        iterate: (parameters) => statement.iterate(...(parameters as Bindings)) as IterableIterator<unknown>,
      }
    },
  }
}
