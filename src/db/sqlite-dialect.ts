/**
 * Kysely on one SQLite connection, patient without blocking: SQLite's own busy timeout would stop the whole process
 * while another one holds the lock, so it is off, and we sleep and try again. Meanwhile others may use the connection:
 * readers need no lock.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { explained, isBusy } from './sqlite-errors.js'

export type Connection = InstanceType<typeof DatabaseSync>

/** Longer than a backup or a slow command holds the lock, shorter than a lease. */
const PATIENCE_MS = 40_000
const LONGEST_PAUSE_MS = 100

export function sqliteDialect(connection: Connection, file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PatientDriver(connection, file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Tries until the lock is free. */
export async function patiently<T>(work: () => T, pause: (ms: number) => Promise<unknown> = sleep): Promise<T> {
  let pauseMs = 2
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= PATIENCE_MS) throw error
    }
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    await pause(pauseMs)
  }
}

class PatientDriver implements Driver {
  private readonly turns = new Turns()
  private readonly handle: DatabaseConnection

  constructor(
    private readonly connection: Connection,
    private readonly file: string,
  ) {
    this.handle = {
      executeQuery: <Row>(query: CompiledQuery) => this.attempt(() => execute<Row>(connection, query)),
      streamQuery: () => {
        throw new Error('Nothing here is read as a stream')
      },
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.turns.take()
    return this.handle
  }

  async releaseConnection(): Promise<void> {
    this.turns.pass()
  }

  /** Takes the write lock at once: after that a transaction cannot run into another process's lock. */
  async beginTransaction(): Promise<void> {
    try {
      await this.attempt(() => this.connection.exec('begin immediate'))
    } catch (error) {
      await this.rollbackTransaction() // Kysely does not; a transaction left open would swallow everything that follows
      throw error
    }
  }

  commitTransaction(): Promise<void> {
    return this.attempt(() => this.connection.exec('commit'))
  }

  /** SQLite may have rolled back by itself, on a full disk for instance; the first error is the one to report. */
  async rollbackTransaction(): Promise<void> {
    if (this.connection.isTransaction) this.connection.exec('rollback')
  }

  async destroy(): Promise<void> {
    this.connection.close()
  }

  private async attempt<T>(work: () => T): Promise<T> {
    try {
      return await (this.connection.isTransaction ? work() : patiently(work, (ms) => this.turns.lend(() => sleep(ms))))
    } catch (error) {
      throw explained(error, this.file)
    }
  }
}

type Bindings = Parameters<ReturnType<Connection['prepare']>['all']>

function execute<Row>(connection: Connection, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = connection.prepare(sql)
  const bindings = parameters as Bindings
  if (statement.columns().length > 0) return { rows: statement.all(...bindings) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...bindings)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** There is one connection: its users take turns, first come, first served. */
class Turns {
  private taken = false
  private readonly waiting: (() => void)[] = []

  async take(): Promise<void> {
    if (this.taken) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.taken = true
  }

  pass(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.taken = false
  }

  async lend(meanwhile: () => Promise<unknown>): Promise<void> {
    this.pass()
    await meanwhile()
    await this.take()
  }
}
