/** SQLite on real files: the contract, and what is special about a file. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { openSqliteDatabase, setUp } from '../../src/db/sqlite.js'
import { BEFORE_ONE_TABLE_OF_LINKS, expectLinks } from '../support/earlier-links.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { databaseContract } from './database.js'

const folder = temporaryFolder()
const fileOf = (name: string): string => path.join(folder, `${name}.db`)

databaseContract('SQLite', (clock, name) => openSqliteDatabase(fileOf(name), clock))

function schemaOf(file: string): unknown[] {
  const db = new DatabaseSync(file)
  try {
    return [
      db.prepare('select type, name, sql from sqlite_schema order by name').all(),
      db.prepare('select name, timestamp from kysely_migration').all(),
    ]
  } finally {
    db.close()
  }
}

function backToFirstVersion(file: string): void {
  const db = new DatabaseSync(file)
  const indexes = [
    'answers_by_expiry',
    'accounts_by_creation',
    'api_keys_by_session',
    'results_by_account',
    'results_by_creation',
    'results_open',
    'answers_open',
  ]
  for (const name of [...indexes, 'ledger_pages']) db.exec(`drop index ${name}`)
  db.exec('drop trigger ledger_counts_charges')
  const later = [
    'webhook_deliveries',
    'webhook_events',
    'webhooks',
    'hourly_charges',
    'requests',
    'audit',
    'two_factor',
    'recovery_codes',
    'password_links',
    'email_links',
    'links',
    'job_items',
    'batch_jobs',
  ]
  for (const name of ['sessions', 'secrets', 'hourly_use', 'pings', ...later]) db.exec(`drop table ${name}`)
  for (const [table, column] of [
    ['accounts', 'operator'],
    ['accounts', 'suspended_at'],
    ['accounts', 'unlimited'],
    ['accounts', 'rate_limit'],
    ['ledger', 'note'],
    ['ledger', 'note_internal'],
    ['api_keys', 'session_id'],
    ['api_keys', 'last_used_at'],
    ['api_keys', 'last_address'],
    ['api_keys', 'expires_at'],
    ['api_keys', 'scopes'],
    ['holds', 'owner'],
    ['results', 'owner'],
    ['results', 'name'],
    ['answers', 'owner'],
  ])
    db.exec(`alter table ${table} drop column ${column}`)
  db.exec('create index ledger_by_account on ledger (account_id, created_at)')
  db.exec("delete from kysely_migration where name > '0001_foundation'")
  db.close()
}

describe('the schema', () => {
  test('migrations that run a second time change nothing', async () => {
    const file = fileOf('twice')
    await (await openSqliteDatabase(file, systemClock)).close()
    const first = schemaOf(file)
    await (await openSqliteDatabase(file, systemClock)).close()
    expect(schemaOf(file)).toEqual(first)
    expect(first.flat().length).toBeGreaterThan(10)
  })

  test('a database of the first version keeps what it has, and its charges become use', async () => {
    const file = fileOf('first-version')
    const now = 1_800_000_000_250
    let db = await openSqliteDatabase(file, () => now)
    await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 9 })
    for (const amount of [2, 3]) {
      const hold = await db.ledger.hold({
        accountId: 'acc',
        keyId: 'key',
        amount,
        lease: { owner: 'node/1', expiresAt: now + 1000 },
      })
      await db.settle({ accountId: 'acc', operation: 'remove', holdId: hold!.id })
    }
    await db.close()
    backToFirstVersion(file)

    db = await openSqliteDatabase(file, () => now)
    expect(await db.accounts.findById('acc')).toMatchObject({ balance: 4, operator: false, unlimited: false })
    expect(await db.usage.totalSince(0)).toEqual({ images: 2, credits: 5 })
    const charged = { email: 'ann@example.com', operation: 'remove', images: 2, credits: 5 }
    expect(await db.usage.operations({ since: 0, until: now })).toEqual([charged])
    expect(await db.usage.totalSince(now - (now % 3_600_000))).toEqual({ images: 2, credits: 5 })
    await db.close()
  })

  test('links that are pending survive the move to one table', async () => {
    const file = fileOf('links')
    const first = await openSqliteDatabase(file, systemClock)
    await first.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 })
    await first.close()
    const raw = new DatabaseSync(file)
    for (const statement of BEFORE_ONE_TABLE_OF_LINKS) raw.exec(statement)
    raw.close()
    const db = await openSqliteDatabase(file, systemClock)
    await expectLinks(db)
    await db.close()
  })

  test('a migration that fails half-way leaves nothing behind, so the next start can succeed', async () => {
    const file = fileOf('half-way')
    const before = new DatabaseSync(file)
    before.exec('create table answers (in_the_way integer)') // the last table of the first migration
    await expect(openSqliteDatabase(file, systemClock)).rejects.toThrow('answers')
    before.exec('drop table answers')
    before.close()
    const db = await openSqliteDatabase(file, systemClock)
    expect(await db.accounts.list()).toEqual([])
    await db.close()
  })
})

describe('in trouble', () => {
  const account = (id: string) => ({ id, email: `${id}@example.com`, passwordHash: null, credits: 1 })

  test('whoever waits for the lock of another process blocks nobody: reads go on, and writes follow', async () => {
    const file = fileOf('locked')
    const db = await openSqliteDatabase(file, systemClock)
    await db.accounts.create(account('acc'))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const written = vi.fn()
    const claim = { keyId: 'key', idempotencyKey: 'order 17', fingerprint: 'abc' }
    const writes = [
      db.accounts.create(account('new')),
      db.ping(),
      db.ledger.grant('acc', 1),
      db.idempotencyRecords.claim({ ...claim, lease: { owner: 'node/1', expiresAt: systemClock() + 1000 } }),
    ].map((w) => w.then(written))
    for (let read = 0; read < 3; read++) {
      await sleep(10)
      expect(await db.accounts.findById('acc')).toMatchObject({ balance: 1 })
    }
    expect(written).not.toHaveBeenCalled()
    other.exec('COMMIT')
    other.close()
    await Promise.all(writes)
    expect(await db.accounts.findById('acc')).toMatchObject({ balance: 2 })
    await db.close()
  })

  test('a full disk is reported as such, not as a failed rollback, and is forgotten once there is room', async () => {
    const file = fileOf('full')
    const connection = new DatabaseSync(file, { timeout: 0 })
    const db = await setUp(connection, file, systemClock)
    connection.exec('PRAGMA max_page_count=1') // as many as there are
    const failures: unknown[] = []
    for (let made = 0; made < 500 && failures.length === 0; made++)
      await db.accounts
        .create({ ...account(`acc_${made}`), passwordHash: 'x'.repeat(3000) })
        .catch((e) => failures.push(e))
    const [failure] = failures as [StoreTrouble]
    expect(failure).toBeInstanceOf(StoreTrouble)
    expect(failure).toMatchObject({ kind: 'full', message: expect.stringContaining(file) })
    expect((failure.cause as Error).message).toBe('database or disk is full')
    connection.exec('PRAGMA max_page_count=100000')
    expect(await db.accounts.create(account('with_room'))).toMatchObject({ balance: 1 })
    await db.close()
  })

  test('a damaged file is named, with what to do about it', async () => {
    const file = fileOf('damaged')
    await writeFile(file, 'this is not a database. '.repeat(500))
    const failure = await openSqliteDatabase(file, systemClock).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreTrouble)
    expect(failure).toMatchObject({ kind: 'damaged', message: expect.stringContaining(`sqlite3 ${file} .recover`) })
  })
})
