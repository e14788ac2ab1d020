/** Backups between one server and many: from SQLite to PostgreSQL and back, with the pictures, while somebody writes. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/clock.js'
import type { Database } from '../../src/db/port.js'
import { openPostgresDatabase } from '../../src/db/postgres.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createApiKey } from '../../src/service/api-keys.js'
import { createDiskStore } from '../../src/storage/disk.js'
import { runCli } from '../support/cli.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = await postgresService()
const LATER_MS = 3_600_000
const CREDITS = 5_000_000_000

describe.skipIf(!server)('a backup', () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const folder = temporaryFolder()
  let count = 0
  const newFolder = async (): Promise<string> => {
    const name = path.join(folder, String(++count))
    await mkdir(name)
    return name
  }
  const newUrl = (): Promise<string> => schemas.urlOf(`backup_${++count}`)
  const embeddedIn = (dataDir: string): Promise<Database> =>
    openSqliteDatabase(path.join(dataDir, 'silhouette.db'), systemClock)

  /** A paid result, its picture included. */
  async function makeResult(db: Database, dataDir: string, id: string): Promise<void> {
    const lease = { owner: 'node/1', expiresAt: systemClock() + LATER_MS }
    const facts = { id, accountId: 'ann', keyId: 'key', operation: 'remove', objectKey: `${id}.png` }
    await db.results.announce({ ...facts, contentType: 'image/png', bytes: id.length }, lease)
    const part = path.join(dataDir, `part-${id}`)
    await writeFile(part, id)
    await (await createDiskStore(path.join(dataDir, 'results'))).put(`${id}.png`, part, 'image/png')
    const hold = (await db.ledger.hold({ accountId: 'ann', keyId: 'key', amount: 1, lease }))!
    const result = { id, expiresAt: lease.expiresAt }
    expect(await db.settle({ accountId: 'ann', operation: 'remove', holdId: hold.id, result })).toBe(true)
  }

  async function fill(db: Database, dataDir: string): Promise<string> {
    await db.accounts.create({ id: 'ann', email: 'ann@example.com', passwordHash: 'hash ä', credits: CREDITS })
    for (const id of ['first', 'second']) await makeResult(db, dataDir, id)
    return (await createApiKey(db.keys, systemClock, { accountId: 'ann', name: 'Shöp', rateLimit: 7 })).key
  }

  async function expectWhole(db: Database, dataDir: string, results: readonly string[]): Promise<void> {
    const entries = await db.ledger.entriesOf('ann')
    const balance = entries.reduce((sum, { amount }) => sum + amount, 0)
    expect(balance).toBe(CREDITS - results.length)
    expect(await db.accounts.findByEmail('ann@example.com')).toMatchObject({ balance, held: 0, passwordHash: 'hash ä' })
    expect(await db.keys.listOf('ann')).toMatchObject([{ name: 'Shöp', rateLimit: 7 }])
    const storage = await createDiskStore(path.join(dataDir, 'results'))
    const published = await db.results.page('ann', { limit: 1000 })
    expect(published.map(({ id }) => id).toSorted()).toEqual(results.toSorted())
    for (const id of results) expect(await text((await storage.read(`${id}.png`))!)).toBe(id)
  }

  const succeed = async (settings: Record<string, string>, ...args: string[]): Promise<void> => {
    const { code, stderr } = await runCli(settings, ...args)
    expect(code, stderr).toBe(0)
  }

  test('of one server is restored on PostgreSQL, and that one on a server again', async () => {
    const [one, many, again] = [await newFolder(), await newFolder(), await newFolder()]
    const [url, file] = [await newUrl(), path.join(folder, 'one.tar')]
    const db = await embeddedIn(one)
    await fill(db, one)
    await succeed({ DATA_DIR: one }, 'backup', file)
    await db.close()

    await succeed({ DATA_DIR: many, DATABASE_URL: url }, 'restore', file)
    const fleet = await openPostgresDatabase({ url }, systemClock)
    await expectWhole(fleet, many, ['first', 'second'])
    // It is alive: what comes is written, and goes into the next backup.
    await makeResult(fleet, many, 'third')
    await fleet.close()
    await succeed({ DATA_DIR: many, DATABASE_URL: url }, 'backup', `${file}2`)

    await succeed({ DATA_DIR: again }, 'restore', `${file}2`)
    const back = await embeddedIn(again)
    await expectWhole(back, again, ['first', 'second', 'third'])
    await back.close()

    const refused = await runCli({ DATA_DIR: await newFolder(), DATABASE_URL: url }, 'restore', file)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/not empty \(accounts: 1\): name a new/) })
  })

  test('of PostgreSQL, taken while requests are paid for, is one moment of them', async () => {
    const [many, again, url] = [await newFolder(), await newFolder(), await newUrl()]
    const file = path.join(folder, 'busy.tar')
    const db = await openPostgresDatabase({ url }, systemClock)
    await fill(db, many)
    let [done, made] = [false, 0]
    const taken = runCli({ DATA_DIR: many, DATABASE_URL: url }, 'backup', file).finally(() => {
      done = true
    })
    while (!done) await makeResult(db, many, `more${++made}`)
    expect(await taken).toMatchObject({ code: 0 })
    await db.close()
    expect(made).toBeGreaterThan(10)

    await succeed({ DATA_DIR: again }, 'restore', file)
    const back = await embeddedIn(again)
    // A hold may have been open at that moment; its charge came later.
    await back.ledger.releaseExpired(systemClock() + 2 * LATER_MS)
    const charged = (await back.ledger.entriesOf('ann')).flatMap(({ resultId }) => resultId ?? [])
    expect(charged.length).toBeGreaterThanOrEqual(2)
    await expectWhole(back, again, charged)
    await back.close()
  })

  test('is refused by a database that no server has set up, which stays empty', async () => {
    const url = await newUrl()
    const refused = await runCli({ DATA_DIR: folder, DATABASE_URL: url }, 'backup', path.join(folder, 'none.tar'))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/empty or of an earlier version/) })
  })
})
