/** The embedded engine: one file, write-ahead log, safe to use from server and command line at the same time. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely } from 'kysely'
import type { Clock } from '../clock.js'
import { createDatabase } from './database.js'
import type { Database } from './port.js'
import type { Schema } from './schema.js'
import { type Connection, patiently, sqliteDialect } from './sqlite-dialect.js'
import { explained } from './sqlite-errors.js'

export async function openSqliteDatabase(file: string, clock: Clock): Promise<Database> {
  mkdirSync(path.dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    return await setUp(connection, file, clock)
  } catch (error) {
    connection.close()
    throw explained(error, file)
  }
}

/** The database over a connection that waits for nobody: its dialect does. */
export async function setUp(connection: Connection, file: string, clock: Clock): Promise<Database> {
  await patiently(() => connection.exec('PRAGMA journal_mode=WAL'))
  connection.exec('PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON')
  const dialect = sqliteDialect(connection, file)
  return allOrNothing(connection, () => createDatabase(new Kysely<Schema>({ dialect }), clock))
}

/**
 * On SQLite Kysely runs migrations without lock or transaction: two processes would both create the tables, and one
 * that died half-way would leave a schema that no later start can repair.
 */
async function allOrNothing<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await patiently(() => connection.exec('BEGIN IMMEDIATE'))
  try {
    const outcome = await work()
    connection.exec('COMMIT')
    return outcome
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK') // closing alone keeps the lock until statements are collected
    throw error
  }
}
