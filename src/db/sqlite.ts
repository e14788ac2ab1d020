/** The embedded engine: one file, write-ahead log, safe to use from server and command line at the same time. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely } from 'kysely'
import type { Clock } from '../base/clock.js'
import { createDatabase } from './database.js'
import { migrate } from './migrate.js'
import type { Database } from './port.js'
import type { Schema } from './schema.js'
import { type Connection, patiently, sqliteDialect } from './sqlite-dialect.js'
import { explained } from './sqlite-errors.js'

export const openSqliteDatabase = async (file: string, clock: Clock): Promise<Database> =>
  createDatabase(await connectSqlite(file), clock)

/** Its tables, up to date. */
export async function connectSqlite(file: string): Promise<Kysely<Schema>> {
  mkdirSync(path.dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    return await migrated(connection, file)
  } catch (error) {
    connection.close()
    throw explained(error, file)
  }
}

/** The database over a connection without a busy timeout: the dialect waits instead. */
export const setUp = async (connection: Connection, file: string, clock: Clock): Promise<Database> =>
  createDatabase(await migrated(connection, file), clock)

async function migrated(connection: Connection, file: string): Promise<Kysely<Schema>> {
  await patiently(() => connection.exec('PRAGMA journal_mode=WAL'))
  connection.exec('PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON')
  const db = new Kysely<Schema>({ dialect: sqliteDialect(connection, file) })
  await allOrNothing(connection, () => migrate(db))
  return db
}

/**
 * Without a lock two processes would both create the tables; without a transaction one that died half-way would leave a
 * schema that no later start could repair.
 */
async function allOrNothing(connection: Connection, work: () => Promise<void>): Promise<void> {
  await patiently(() => connection.exec('BEGIN IMMEDIATE'))
  try {
    await work()
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK') // closing alone keeps the lock until statements are collected
    throw error
  }
}
