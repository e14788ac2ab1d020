/** The embedded engine: one file, write-ahead log, safe to use from server and command line at the same time. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Clock } from '../clock.js'
import { createDatabase } from './database.js'
import type { Database } from './port.js'
import type { Schema } from './schema.js'
import { isBusy } from './sqlite-busy.js'

const BUSY_TIMEOUT_MS = 5000

export async function openSqliteDatabase(file: string, clock: Clock): Promise<Database> {
  mkdirSync(path.dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    await switchToWriteAheadLog(connection)
    connection.exec('PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON')
    const dialect = new SqliteDialect({ database: likeBetterSqlite(connection) })
    return await allOrNothing(connection, () => createDatabase(new Kysely<Schema>({ dialect }), clock))
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The one statement that SQLite's busy timeout does not cover: processes that open a new file together collide here. */
async function switchToWriteAheadLog(connection: Connection): Promise<void> {
  const pauseMs = 20
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return connection.exec('PRAGMA journal_mode=WAL')
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw error
    }
    await sleep(pauseMs)
  }
}

/**
 * On SQLite Kysely runs migrations without lock or transaction: two processes would both create the tables, and one
 * that died half-way would leave a schema that no later start can repair.
 */
async function allOrNothing<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  connection.exec('BEGIN IMMEDIATE')
  try {
    const outcome = await work()
    connection.exec('COMMIT')
    return outcome
  } catch (error) {
    connection.exec('ROLLBACK') // closing alone would keep the lock until the last statement is collected
    throw error
  }
}

type Connection = InstanceType<typeof DatabaseSync>
type Bindings = Parameters<ReturnType<Connection['prepare']>['all']>

/** Kysely expects the shape of better-sqlite3; this binding has the shape of node:sqlite. */
function likeBetterSqlite(db: Connection): SqliteDatabase {
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
