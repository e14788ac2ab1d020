/**
 * npx tsx bench/million.ts [times each page is asked, 20 by default]
 *
 * Every page and list of a server with a million results, logged requests and ledger entries, half of them one account's;
 * then what a sweep takes weeks later, when all that is overdue. In a PostgreSQL database of its own. Needs a build and the networks.
 */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { Database } from '../src/db/port.js'
import { openPostgresDatabase } from '../src/db/postgres.js'
import { createJanitor } from '../src/service/operator/janitor.js'
import type { ObjectStore } from '../src/storage/port.js'
import { Visitor } from '../test/acceptance/visitor.js'
import { newDataDir, removeDataDir, startServer } from '../test/support/server.js'
import { postgresService } from '../test/support/services.js'
import { FILL, farDown, LEFT_BEHIND } from './million-rows.js'

const TIMES = Number(process.argv[2] ?? 20)
const PASSWORD = 'for a bench only'
const DAY_MS = 86_400_000
const nothing = async (): Promise<undefined> => undefined
/** A store without any. */
const noPictures: ObjectStore = { put: nothing, read: nothing, size: nothing, delete: nothing, ping: nothing }

const service = await postgresService()
if (!service) throw new Error('This bench needs PostgreSQL')
const name = `silhouette_${randomBytes(6).toString('hex')}`
const DATABASE_URL = Object.assign(new URL(service), { pathname: `/${name}` }).href
const operator = new Client({ connectionString: service })
await operator.connect()
await operator.query(`create database ${name}`)
const client = new Client({ connectionString: DATABASE_URL })
const dataDir = await newDataDir()
try {
  await client.connect()
  await (await openPostgresDatabase({ url: DATABASE_URL })).close() // sets up the tables
  for (const statement of FILL) await client.query(statement)
  console.error('filled')
  await onServer(measurePages)
  for (const statement of LEFT_BEHIND) await client.query(statement)
  console.error('everything is overdue')
  await measureSweeps()
} finally {
  await client.end()
  await operator.query(`drop database ${name} with (force)`)
  await operator.end()
  await removeDataDir(dataDir)
}

type Ask = () => Promise<Response>

interface Site {
  readonly owner: (path: string) => Ask
  readonly operator: (path: string) => Ask
  /** Without a session. */
  readonly client: (path: string) => Ask
}

async function onServer(work: (site: Site) => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  const server = await startServer(dataDir, { DATABASE_URL, WORKERS: '1', LOG_LEVEL: 'info' })
  console.log(`${'a server starts'.padEnd(50)} ${(performance.now() - startedAt).toFixed(0).padStart(7)} ms`)
  try {
    const email = await server.newAccount({ password: PASSWORD, operator: true })
    await client.query(
      `update accounts set password_hash = (select password_hash from accounts where email = $1) where id = 'acc_1'`,
      [email],
    )
    const key = await server.keyOf('person1@example.com')
    const signedIn = async (as: string): Promise<Site['owner']> => {
      const visitor = new Visitor(server.baseUrl)
      await visitor.signIn(as, PASSWORD)
      return (path) => () => visitor.send('GET', path)
    }
    await work({
      owner: await signedIn('person1@example.com'),
      operator: await signedIn(email),
      client: (path) => () => fetch(`${server.baseUrl}${path}`, { headers: { 'X-Api-Key': key } }),
    })
  } finally {
    server.signal('SIGTERM')
    await server.ended
  }
}

async function measurePages({ owner, operator, client: stranger }: Site): Promise<void> {
  const far = {
    results: await bookmark(farDown('results')),
    requests: await bookmark(farDown('requests')),
    ledger: await bookmark(farDown('ledger')),
    all: await bookmark(farDown('requests', true)),
    audit: await bookmark(`select created_at || '.' || id as bookmark from audit order by created_at limit 1`),
  }
  const year = `from=${new Date(Date.now() - 365 * DAY_MS).toISOString().slice(0, 10)}`
  const since = Date.now() - DAY_MS
  console.log(`${''.padEnd(50)}   first     p50     p95 ms`)
  for (const page of [
    ...['session', 'keys', 'sessions', 'results', `results?before=${far.results}`, 'results?kind=portrait-style'],
    ...['ledger', `ledger?before=${far.ledger}`, 'usage', `usage?${year}`, `usage.csv?${year}`],
    ...['requests', `requests?before=${far.requests}`, 'requests?status=5', 'requests?code=none', 'requests?key=none'],
    ...[`requests?status=5&since=${since}`],
  ])
    await measure(`/web/${page}`, owner(`/web/${page}`))
  for (const page of [
    ...[
      'overview',
      'capacity',
      'errors',
      'settings',
      'accounts',
      'accounts?search=nobody',
      'accounts/acc_1',
      'requests',
    ],
    ...[`requests?before=${far.all}`, 'requests?email=nobody', 'requests?status=5', 'requests?code=none', 'audit'],
    ...[`audit?before=${far.audit}`, 'audit?search=nobody'],
  ])
    await measure(`/web/operator/${page}`, operator(`/web/operator/${page}`))
  for (const path of ['/v1.0/account', '/metrics', '/readyz', '/healthz']) await measure(path, stranger(path))
}

async function bookmark(query: string): Promise<string> {
  const { rows } = await client.query<{ bookmark: string }>(query)
  return rows[0]!.bookmark
}

async function measure(what: string, ask: Ask): Promise<void> {
  const took: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const startedAt = performance.now()
    const reply = await ask()
    await reply.arrayBuffer()
    took.push(performance.now() - startedAt)
    if (!reply.ok) throw new Error(`${what} was answered with ${reply.status}`)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const columns = [took[0]!, sorted[Math.floor(TIMES / 2)]!, sorted[Math.ceil(TIMES * 0.95) - 1]!]
  const page = what.replace(/=\d{13}\.\w+/, '=the 100,000th')
  console.log(page.slice(0, 50).padEnd(50), ...columns.map((ms) => ms.toFixed(1).padStart(7)))
}

/** Two sweeps, weeks later. Pictures take no time here. */
async function measureSweeps(): Promise<void> {
  const clock = (): number => Date.now() + 60 * DAY_MS
  const db = await openPostgresDatabase({ url: DATABASE_URL }, clock)
  const longest = new Map<string, number>()
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const value = await work
    longest.set(what, Math.max(longest.get(what) ?? 0, performance.now() - startedAt))
    return value
  }
  const { ledger, idempotencyRecords, sessions, results, requests } = db
  const watched: Database = {
    ...db,
    ledger: { ...ledger, releaseExpired: (...a) => timed('holds', ledger.releaseExpired(...a)) },
    idempotencyRecords: {
      ...idempotencyRecords,
      forgetExpired: (...a) => timed('idempotency records', idempotencyRecords.forgetExpired(...a)),
    },
    sessions: { ...sessions, endExpired: (...a) => timed('sessions', sessions.endExpired(...a)) },
    results: {
      ...results,
      listExpired: (...a) => timed('results, listed', results.listExpired(...a)),
      forget: (...a) => timed('results, forgotten', results.forget(...a)),
    },
    requests: { ...requests, forget: (...a) => timed('requests', requests.forget(...a)) },
  }
  const kept = { resultTtlMs: DAY_MS, requestLogMs: 30 * DAY_MS }
  const onError = (error: unknown): void => console.log('a duty failed:', error)
  const janitor = createJanitor({ db: watched, storage: noPictures, uploads: noPictures, clock, ...kept, onError })
  for (const sweep of ['first', 'second']) {
    longest.clear()
    const swept = await timed(`the ${sweep} sweep`, janitor.sweep())
    console.log(JSON.stringify(swept))
    for (const [what, ms] of longest) console.log(`${`${what}, one call at most`.padEnd(50)} ${ms.toFixed(0)} ms`)
  }
  await timed('a page of expired results', results.page('acc_1', { limit: 24 }))
  console.log(`a page of expired results: ${longest.get('a page of expired results')?.toFixed(0)} ms`)
  await db.close()
}
