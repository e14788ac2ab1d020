/** An installation moves from SQLite to PostgreSQL and back, whole or not at all. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/clock.js'
import { lockExclusively } from '../../src/db/exclusive-lock.js'
import { moveDatabase } from '../../src/db/move.js'
import { connectPostgres, openPostgresDatabase } from '../../src/db/postgres.js'
import type { Schema } from '../../src/db/schema.js'
import { connectSqlite, openSqliteDatabase } from '../../src/db/sqlite.js'
import { StartError } from '../../src/start-error.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { productEnvironment, projectFile } from '../support/project.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = await postgresService()
const MANY = 1203 // more than two batches, and not a whole number of them
const SOON_MS = 60_000

describe.skipIf(!server)('a move', () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const folder = temporaryFolder()
  let count = 0
  const newFile = (): string => path.join(folder, String(++count), 'silhouette.db')
  const newUrl = (): Promise<string> => schemas.urlOf(`move_${++count}`)

  /** A used installation: something in every table that moves. */
  async function used({ openHoldMs = 0 } = {}): Promise<string> {
    const file = newFile()
    const db = await openSqliteDatabase(file, systemClock)
    const lease = { owner: 'node/1', expiresAt: systemClock() + SOON_MS }
    for (const id of ['ann', 'bob']) {
      const email = `${id}@example.com`
      await db.accounts.create({ id, email, passwordHash: 'hash ä', credits: 5_000_000_000, operator: id === 'ann' })
      const key = { id: `key_${id}`, accountId: id, name: 'Shöp', prefix: 'sk_x', hash: `hash of ${id}` }
      await db.keys.create({ ...key, rateLimit: id === 'ann' ? 7 : null })
      await db.sessions.create({ id: `session ${id}`, accountId: id, csrf: 'c', expiresAt: lease.expiresAt })
      const result = { id: `result_${id}`, accountId: id, keyId: key.id, operation: 'remove', objectKey: 'x.png' }
      await db.results.announce({ ...result, contentType: 'image/png', bytes: 3_000_000_000 }, lease)
      const claim = { keyId: key.id, idempotencyKey: 'order 17' }
      await db.idempotencyRecords.claim({ ...claim, fingerprint: 'f', lease })
      const hold = (await db.ledger.hold({ accountId: id, keyId: key.id, amount: 3, lease }))!
      const settled = await db.settle({
        accountId: id,
        operation: 'remove',
        holdId: hold.id,
        result: { id: result.id, expiresAt: lease.expiresAt },
        answer: { ...claim, owner: lease.owner, text: '{"url":"ä"}', expiresAt: lease.expiresAt },
      })
      expect(settled).toBe(true)
    }
    await db.secrets.keep('cookies', 'a secret')
    const late = { owner: 'node/2', expiresAt: systemClock() + openHoldMs }
    await db.ledger.hold({ accountId: 'bob', keyId: 'key_bob', amount: 2, lease: late })
    for (let made = 0; made < MANY; made++) await db.ledger.grant('ann', 1)
    await db.close()
    return file
  }

  const TABLES = ['accounts', 'api_keys', 'ledger', 'holds', 'results', 'answers', 'sessions', 'secrets', 'hourly_use']
  /** Every row of every table, in an order of its own. */
  async function contents(db: Kysely<Schema>): Promise<Record<string, string[]>> {
    const all: [string, string[]][] = []
    for (const table of TABLES) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
      all.push([table, rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()])
    }
    await db.destroy()
    return Object.fromEntries(all)
  }
  const inFile = async (file: string) => contents(await connectSqlite(file))
  const inPostgres = async (url: string) => contents(await connectPostgres({ url }))

  test('takes every row of every table along, to PostgreSQL and back', async () => {
    const [file, url, back] = [await used(), await newUrl(), newFile()]
    const before = await inFile(file)
    for (const table of TABLES) expect(before[table]?.length, table).toBeGreaterThan(0)

    const moved = await moveDatabase(`sqlite:${file}`, url, systemClock)
    expect(moved).toMatchObject({ accounts: 2, ledger: MANY + 4, holds: 1, answers: 2 })
    expect(await inPostgres(url)).toEqual(before)
    expect(await moveDatabase(url, `sqlite:${back}`, systemClock)).toEqual(moved)
    expect(await inFile(back)).toEqual(before)
    expect(await inFile(file)).toEqual(before)

    const db = await openPostgresDatabase({ url }, systemClock)
    expect(await db.accounts.findByEmail('ann@example.com')).toMatchObject({ balance: 5_000_000_000 - 3 + MANY })
    expect(await db.ledger.releaseExpired(systemClock())).toBe(1) // what a killed server had left open
    await db.close()
  })

  const expectRefusal = async (from: string, to: string, words: RegExp): Promise<void> => {
    const error = await moveDatabase(from, to, systemClock).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(words)
  }

  test('is refused while a server works on the file, on either side', async () => {
    const [file, url] = [await used(), await newUrl()]
    const lock = lockExclusively(path.join(path.dirname(file), 'server.lock'))
    await expectRefusal(`sqlite:${file}`, url, /Another Silhouette server/)
    await expectRefusal(url, `sqlite:${file}`, /Another Silhouette server/)
    lock.release()
    expect((await inPostgres(url)).accounts).toEqual([])
  })

  test('is refused while requests run on the source', async () => {
    const [file, url] = [await used({ openHoldMs: SOON_MS }), await newUrl()]
    await expectRefusal(`sqlite:${file}`, url, /Requests still run/)
  })

  test('is refused into a database that somebody uses already, which stays as it was', async () => {
    const [file, url] = [await used(), await newUrl()]
    const db = await openPostgresDatabase({ url }, systemClock)
    await db.accounts.create({ id: 'own', email: 'own@example.com', passwordHash: null, credits: 1 })
    await db.close()
    const before = await inPostgres(url)
    await expectRefusal(`sqlite:${file}`, url, /not empty \(accounts: 1\)/)
    await expectRefusal(url, `sqlite:${file}`, /not empty/)
    expect(await inPostgres(url)).toEqual(before)
  })

  test('is refused when the books of the source do not agree, and leaves nothing behind', async () => {
    const [file, url] = [await used(), await newUrl()]
    const db = await connectSqlite(file)
    await sql`update accounts set balance = balance + 1 where id = 'bob'`.execute(db)
    await db.destroy()
    await expectRefusal(`sqlite:${file}`, url, /bob@example.com/)
    expect(Object.values(await inPostgres(url)).flat()).toEqual([])
  })

  test('makes no file where there is no source', async () => {
    const file = newFile()
    await expectRefusal(`sqlite:${file}`, await newUrl(), /There is no database/)
    expect(existsSync(file)).toBe(false)
  })

  const cli = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const env = productEnvironment({ DATA_DIR: path.join(folder, 'data') })
      const words = ['--import', 'tsx', projectFile('src/main.ts'), ...args]
      execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })

  test('is a command; the other commands then find the accounts by DATABASE_URL', async () => {
    const [file, url] = [await used(), await newUrl()]
    const moved = await cli('move', '--from', `sqlite:${file}`, '--to', url)
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/ledger\s+1207/)
    const env = productEnvironment({ DATA_DIR: path.join(folder, 'elsewhere'), DATABASE_URL: url })
    const shown = await new Promise<string>((resolve) => {
      const words = ['--import', 'tsx', projectFile('src/main.ts'), 'credits', 'show', '--email', 'bob@example.com']
      execFile(process.execPath, words, { env }, (_error, stdout, stderr) => resolve(stdout + stderr))
    })
    expect(shown.trim()).toBe(String(5_000_000_000 - 3))

    const wrong = await cli('move', '--from', 'mysql://ann:hush@db/x', '--to', url)
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--from must be sqlite:FILE or postgres:/) })
    expect(wrong.stderr).not.toContain('hush')
  })
})
