/**
 * The tables at one moment as a SQLite file, whichever engine they come from, and back into either: the backup of a
 * single server can be restored on a fleet, and vice versa. Servers keep working while a snapshot is taken.
 */
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import { StartError } from '../base/start-error.js'
import { checkBooks, copyTables, countAll, refuseRows } from './copy.js'
import { createDatabase } from './database.js'
import { lockExclusively } from './exclusive-lock.js'
import { refuseOtherVersion } from './migrate.js'
import type { DatabasePlace, PostgresPlace } from './place.js'
import type { EmptyDatabase, Snapshot } from './port.js'
import { connectPostgres, connectPostgresAsItIs } from './postgres.js'
import type { Schema } from './schema.js'
import { connectSqlite } from './sqlite.js'
import { patiently, sqliteDialect } from './sqlite-dialect.js'
import { explained } from './sqlite-errors.js'

const WITHOUT_HURRY = { connect: 5000, statement: 0 }
const BATCH = 500

/** Writes `file`, which must not exist yet. */
export const takeSnapshot = async (place: DatabasePlace, file: string): Promise<void> =>
  'file' in place ? ofFile(place.file, file) : ofPostgres(place, file)

/** Read only, so that the running server's schema stays as it is and no writer has to wait: SQLite reads one moment. */
async function ofFile(from: string, file: string): Promise<void> {
  if (!existsSync(from)) {
    throw new StartError(`There is no database ${from}: set DATA_DIR, or DATABASE_URL, to what the server uses`)
  }
  const source = new DatabaseSync(from, { readOnly: true, timeout: 0 })
  try {
    await patiently(() => source.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`))
  } catch (error) {
    throw explained(error, from)
  } finally {
    source.close()
  }
}

async function ofPostgres(place: PostgresPlace, file: string): Promise<void> {
  const source = connectPostgresAsItIs({ ...place, patienceMs: WITHOUT_HURRY })
  try {
    await refuseOtherVersion(source)
    const target = await connectSqlite(file)
    try {
      await copyTables(source, target)
      await mergeLog(target)
    } finally {
      await target.destroy()
    }
  } finally {
    await source.destroy()
  }
}

/** Everything in the one file: closing alone may leave the newest part in the log beside it. */
async function mergeLog(db: Kysely<Schema>): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db)
}

/** Opens a snapshot, with the schema that it was taken with. Its books balance. */
export async function openSnapshot(file: string, clock: Clock): Promise<Snapshot> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(new DatabaseSync(file, { timeout: 0 }), file) })
  try {
    await checkBooks(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    rows: () => countAll(db),
    liveResults: () => liveResults(db, clock()),
    waitingInputs: () => waitingInputs(db),
    isAtWork: async () => (await openHolds(db, clock())) > 0,
    forget: (ids) => createDatabase(db, clock).results.forget(ids),
    close: () => db.destroy(),
  }
}

async function waitingInputs(db: Kysely<Schema>): Promise<string[]> {
  const { rows: tables } = await sql`select 1 from sqlite_master where name = 'job_items'`.execute(db)
  if (tables.length === 0) return [] // taken by a version without jobs
  const rows = await db
    .selectFrom('job_items')
    .select('input_key')
    .where('input_key', 'is not', null)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  return rows.map(({ input_key }) => input_key!)
}

async function openHolds(db: Kysely<Schema>, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from holds where expires_at > ${now}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function* liveResults(db: Kysely<Schema>, now: number): ReturnType<Snapshot['liveResults']> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('results')
      .select(['id', 'object_key as objectKey', 'content_type as contentType', 'bytes'])
      .where('published', '=', 1)
      .where('expires_at', '>', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Keeps servers away until it is released. Only a file can be locked: servers on PostgreSQL may come and go. */
export function keepServersAway(place: DatabasePlace): { release(): void } {
  if (!('file' in place)) return { release: () => {} }
  const { file } = place
  if (!existsSync(file))
    throw new StartError(`There is no database ${file}: it is silhouette.db in the server's DATA_DIR`)
  return lockExclusively(path.join(path.dirname(file), 'server.lock'))
}

/** Refuses a database that is not empty. */
export const openEmptyDatabase = async (place: DatabasePlace): Promise<EmptyDatabase> =>
  'file' in place ? emptyFile(place.file) : emptyPostgres(place)

function emptyFile(file: string): EmptyDatabase {
  const lock = lockExclusively(path.join(path.dirname(file), 'server.lock'))
  if (existsSync(file)) {
    lock.release()
    throw new StartError(`There is a database ${file} already: choose an empty folder`)
  }
  return {
    fill: async (snapshot) => {
      const copy = `${snapshot}.copy`
      const target = await connectSqlite(copy)
      try {
        await fillFrom(snapshot, target)
        await mergeLog(target)
      } finally {
        await target.destroy()
      }
      await rename(copy, file)
    },
    close: async () => lock.release(),
  }
}

async function emptyPostgres(place: PostgresPlace): Promise<EmptyDatabase> {
  const target = await connectPostgres({ ...place, patienceMs: WITHOUT_HURRY })
  try {
    await refuseRows(target)
  } catch (error) {
    await target.destroy()
    throw error
  }
  return {
    fill: (snapshot) => fillFrom(snapshot, target),
    close: () => target.destroy(),
  }
}

/** Rows only: anything else in a foreign file, such as triggers, is left behind. */
async function fillFrom(snapshot: string, target: Kysely<Schema>): Promise<void> {
  const source = await connectSqlite(snapshot) // brings an earlier schema up to date
  try {
    await copyTables(source, target)
  } finally {
    await source.destroy()
  }
}
