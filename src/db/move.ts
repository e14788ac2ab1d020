/**
 * Moves everything that a database holds into another, empty one, of whichever engine: sessions, kept answers and cookie
 * secrets too, so nobody is signed out. Pictures are elsewhere.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.js'
import { StartError } from '../start-error.js'
import { copyTables, type Rows } from './copy.js'
import { lockExclusively } from './exclusive-lock.js'
import { connectPostgres } from './postgres.js'
import { placeOf } from './postgres-pool.js'
import type { Schema } from './schema.js'
import { connectSqlite } from './sqlite.js'

/** `sqlite:FILE` or `postgres://…`. The servers of both sides must have been stopped. */
export async function moveDatabase(from: string, to: string, clock: Clock): Promise<Rows> {
  if (isFile(from) && !existsSync(fileIn(from))) throw new StartError(`There is no database ${fileIn(from)}`)
  const source = await connect(from)
  try {
    const target = await connect(to)
    try {
      return await copyTables(source.db, target.db, (from) => refuseOpen(from, clock()))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export const isDatabaseAddress = (text: string): boolean =>
  isFile(text) ? fileIn(text) !== '' : /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** For people to read: without user and password. */
export const nameOfDatabase = (address: string): string => (isFile(address) ? fileIn(address) : placeOf(address))

const isFile = (address: string): boolean => address.startsWith('sqlite:')
const fileIn = (address: string): string => address.slice('sqlite:'.length)

async function connect(address: string): Promise<{ db: Kysely<Schema>; close(): Promise<void> }> {
  if (!isFile(address)) {
    const db = await connectPostgres({ url: address, patienceMs: { connect: 5000, statement: 0 } })
    return { db, close: () => db.destroy() }
  }
  const file = fileIn(address)
  const lock = lockExclusively(path.join(path.dirname(file), 'server.lock'))
  const close = async (db?: Kysely<Schema>): Promise<void> => {
    await db?.destroy()
    lock.release()
  }
  try {
    const db = await connectSqlite(file)
    return { db, close: () => close(db) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Requests that still run would end in the old database. A file has a lock for that; of PostgreSQL this is the only sign. */
async function refuseOpen(from: Transaction<Schema>, now: number): Promise<void> {
  const open = await from.selectFrom('holds').select('id').where('expires_at', '>', now).limit(1).executeTakeFirst()
  if (!open) return
  throw new StartError('Requests still run on the source, or did a minute ago: stop its servers, and try again then')
}
