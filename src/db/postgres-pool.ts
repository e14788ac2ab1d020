/**
 * Connections to PostgreSQL for Kysely. A broken connection is replaced when the next one is requested; until the
 * database is back, requests fail within seconds.
 *
 * There may be a PgBouncer in between. It refuses connections that begin with settings of their own, and where it pools
 * transactions, settings of one session leak into others. So the time limit of statements is set after connecting, to
 * the same value for all, and again in each transaction: a long one, such as a migration or a backup, sets its own
 * limit there.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { StoreTrouble } from '../base/store-trouble.js'
import { connectionTo } from './postgres-connection.js'
import { explained, notConnected } from './postgres-errors.js'

/** Told what goes on between us and the database. */
export interface PostgresObserver {
  /** Asked whenever somebody wants to know. */
  connections(count: () => { busy: number; idle: number; waiting: number }): void
  /** A transaction lost against another, and is tried again. */
  conflict(): void
}

export interface PostgresSettings {
  readonly url: string
  /** More authorities whose certificates are believed, as PEM text. */
  readonly ca?: string
  /** At most. */
  readonly connections: number
  /** For a connection, and for the answer to a statement; 0 waits for ever. */
  readonly patienceMs: { readonly connect: number; readonly statement: number }
  readonly observer?: PostgresObserver | undefined
}

/** The server gives up first, because it can say why; after this time the network must be broken. */
const GRACE_MS = 2000
/** For what runs when the pool is closed. */
const END_MS = 2000

export function createPostgresPool({ url, ca, connections, patienceMs, observer }: PostgresSettings): PostgresPool {
  const place = placeOf(url)
  const pool = new Pool({
    application_name: 'silhouette',
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: patienceMs.connect,
    ...(patienceMs.statement > 0 && { query_timeout: patienceMs.statement + GRACE_MS }),
    types: NUMBERS_AS_NUMBERS,
    ...connectionTo(url, ca),
  })
  // Without a listener a broken connection would end the process. Its user, or the next request for one, gets the
  // error.
  pool.on('error', () => {})
  observer?.connections(() => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
    client.on('end', () => clients.delete(client))
  })
  const limited = new WeakSet<PoolClient>()
  /** Only transactions may have no limit: other users of the session must not inherit that. */
  const limit = async (client: PoolClient): Promise<void> => {
    if (limited.has(client) || patienceMs.statement === 0) return
    limited.add(client)
    await client.query(`set statement_timeout = ${patienceMs.statement}`)
  }
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    try {
      await limit(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    connect: async () => {
      try {
        return lend(await connect(), place, patienceMs.statement)
      } catch (error) {
        throw notConnected(error, place)
      }
    },
    end: () => endWithin(END_MS, pool, clients),
  }
}

/** The pool waits for running statements. A database that has vanished never answers them and never hangs up. */
async function endWithin(limitMs: number, pool: Pool, clients: ReadonlySet<PoolClient>): Promise<void> {
  await Promise.race([pool.end(), sleep(limitMs, undefined, { ref: false })])
  for (const client of clients) client.connection.stream.destroy()
}

/** Where the database is, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

const BEGINS = /^(begin|start transaction)\b/

function lend(client: PoolClient, place: string, limitMs: number): PostgresPoolClient {
  let broken: StoreTrouble | undefined
  const query = async <Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    if (broken) throw broken // a rollback would wait just as long for an answer
    const whole = BEGINS.test(text) ? `${text}; set local statement_timeout = ${limitMs}` : text
    try {
      return (await client.query(whole, parameters.map(withoutNul))) as unknown as PostgresQueryResult<Row>
    } catch (error) {
      const told = explained(error, place)
      // It may still receive an unwanted answer, or be about to break, so it is not used again.
      if (told instanceof StoreTrouble && told.kind === 'unreachable') broken = told
      throw told
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release(broken !== undefined) }
}

/** PostgreSQL's text cannot contain this character; none of our data does, so nothing is found. */
const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

const { INT8, NUMERIC } = types.builtins

/** Counts and times are `int8`, sums `numeric`: all of them integers, which the driver would return as text. */
const NUMBERS_AS_NUMBERS: NonNullable<ClientConfig['types']> = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 || oid === NUMERIC ? wholeNumber : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is no safe whole number`)
  return value
}
