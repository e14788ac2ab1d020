/**
 * Backups between one server and many: from a file and a folder to PostgreSQL and a bucket and back, with the pictures,
 * while somebody writes.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { create, extract } from 'tar'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import type { Database } from '../../src/db/port.js'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { removeResults } from '../../src/service/images/remove-results.js'
import { openStorage } from '../../src/storage/open.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { runCli } from '../support/cli.js'
import { entriesOf } from '../support/ledger-entries.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { s3Service } from '../support/s3-service.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = await postgresService()
const LATER_MS = 3_600_000
const CREDITS = 5_000_000_000

/** The settings of an installation. */
type Settings = Readonly<Record<string, string>>

/** What its servers work with. */
interface Stores {
  readonly db: Database
  readonly storage: ObjectStore
  close(): Promise<void>
}

async function open(settings: Settings): Promise<Stores> {
  const config = loadConfig(settings)
  const [db, storage] = [await openDatabase(config), await openStorage(config)]
  const close = async (): Promise<void> => {
    await db.close()
    await storage.close()
  }
  return { db, storage: storage.results, close }
}

describe.skipIf(!server)('a backup', async () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const s3 = await s3Service()
  const folder = temporaryFolder()
  let count = 0
  const newServer = async (): Promise<Settings> => {
    const name = path.join(folder, String(++count))
    await mkdir(name)
    return { DATA_DIR: name }
  }
  /** PostgreSQL and a bucket of its own. */
  const newFleet = async (): Promise<Settings & { readonly bucket: string }> => {
    const { bucket, endpoint } = await s3.newPlace()
    const STORAGE_URL = `s3://S3RVER:S3RVER@${bucket}/photos?endpoint=${endpoint}&region=eu-central-1`
    return { ...(await newServer()), DATABASE_URL: await schemas.urlOf(`backup_${++count}`), STORAGE_URL, bucket }
  }

  /** A paid result, its picture included. */
  async function makeResult({ db, storage }: Stores, id: string): Promise<void> {
    const lease = { owner: 'node/1', expiresAt: systemClock() + LATER_MS }
    const facts = { id, accountId: 'ann', keyId: 'key', operation: 'remove', objectKey: `${id}.png` }
    await db.results.announce({ ...facts, contentType: 'image/png', bytes: id.length }, lease)
    const part = path.join(folder, `part-${id}`)
    await writeFile(part, id)
    await storage.put(`${id}.png`, part, 'image/png')
    const hold = (await db.ledger.hold({ accountId: 'ann', keyId: 'key', amount: 1, lease }))!
    const result = { id, expiresAt: lease.expiresAt }
    expect(await db.settle({ accountId: 'ann', operation: 'remove', holdId: hold.id, result })).toBe(true)
  }

  async function fill(stores: Stores): Promise<void> {
    const { accounts, keys } = stores.db
    await accounts.create({ id: 'ann', email: 'ann@example.com', passwordHash: 'hash ä', credits: CREDITS })
    for (const id of ['first', 'second']) await makeResult(stores, id)
    await createApiKey(keys, systemClock, { accountId: 'ann', name: 'Shöp', rateLimit: 7 })
  }

  /** So many images were paid for; these results are there. */
  async function expectWhole({ db, storage }: Stores, charged: number, results: readonly string[]): Promise<void> {
    const entries = await entriesOf(db, 'ann')
    const balance = entries.reduce((sum, { amount }) => sum + amount, 0)
    expect(balance).toBe(CREDITS - charged)
    expect(await db.accounts.findByEmail('ann@example.com')).toMatchObject({ balance, held: 0, passwordHash: 'hash ä' })
    expect(await db.keys.listOf('ann')).toMatchObject([{ name: 'Shöp', rateLimit: 7 }])
    const everUsed = await db.usage.operations({ since: 0, until: systemClock() })
    expect(everUsed).toMatchObject([{ operation: 'remove', images: charged, credits: charged }])
    const { items: published } = await db.results.page('ann', { limit: 1000 })
    expect(published.map(({ id }) => id).toSorted()).toEqual(results.toSorted())
    for (const id of results) expect(await text((await storage.read(`${id}.png`))!)).toBe(id)
  }

  const succeed = async (settings: Settings, ...args: string[]): Promise<void> => {
    const { code, stderr } = await runCli(settings, ...args)
    expect(code, stderr).toBe(0)
  }

  test('of one server is restored on PostgreSQL and S3, and that one on a server again', async () => {
    const [one, many, again] = [await newServer(), await newFleet(), await newServer()]
    const file = path.join(folder, 'one.tar')
    const before = await open(one)
    await fill(before)
    await succeed(one, 'backup', file)
    await before.close()

    await succeed(many, 'restore', file)
    const fleet = await open(many)
    await expectWhole(fleet, 2, ['first', 'second'])
    // It is alive: what comes is written, and goes into the next backup.
    await makeResult(fleet, 'third')
    await fleet.close()
    await succeed(many, 'backup', `${file}2`)

    await succeed(again, 'restore', `${file}2`)
    const back = await open(again)
    await expectWhole(back, 3, ['first', 'second', 'third'])
    await back.close()

    const refused = await runCli({ ...many, ...(await newServer()) }, 'restore', file)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/not empty \(accounts: 1\): name a new/) })
  })

  test('of PostgreSQL and S3, taken while requests are paid for and results deleted, is one moment of them', async () => {
    const [many, again] = [await newFleet(), await newFleet()]
    const file = path.join(folder, 'busy.tar')
    const fleet = await open(many)
    await fill(fleet)
    let [done, made] = [false, 0]
    const taken = runCli(many, 'backup', file).finally(() => {
      done = true
    })
    while (!done) {
      await makeResult(fleet, `more${++made}`)
      const old = await fleet.db.results.find(`more${made - 5}`)
      if (old) await removeResults(fleet, [old])
    }
    expect(await taken).toMatchObject({ code: 0 })
    await fleet.close()
    expect(made).toBeGreaterThan(10)

    await succeed(again, 'restore', file)
    const back = await open(again)
    // A hold may have been open at that moment; its charge came later.
    await back.db.ledger.releaseExpired(systemClock() + 2 * LATER_MS, 1000)
    const charged = (await entriesOf(back.db, 'ann')).flatMap(({ resultId }) => resultId ?? [])
    expect(charged.length).toBeGreaterThanOrEqual(2)
    const there = (await s3.objectsIn(again.bucket)).map((key) => key.replace(/^photos\/r\/|\.png$/g, ''))
    expect(there).toEqual(expect.arrayContaining(['first', 'second']))
    expect(charged).toEqual(expect.arrayContaining(there))
    await expectWhole(back, charged.length, there)
    await back.close()
  })

  test('that is not whole leaves nothing in the bucket', async () => {
    const [one, many] = [await newServer(), await newFleet()]
    const [file, unpacked] = [path.join(folder, 'damaged.tar'), path.join(folder, 'unpacked')]
    const before = await open(one)
    await fill(before)
    await before.close()
    await succeed(one, 'backup', file)
    await mkdir(unpacked)
    await extract({ file, cwd: unpacked })
    await writeFile(path.join(unpacked, 'results', 'second.png'), 'rot')
    await create({ file, cwd: unpacked }, ['results/first.png', 'results/second.png', 'silhouette.db', 'contents.json'])

    const refused = await runCli(many, 'restore', file)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/the picture second.png is not whole/) })
    expect(await s3.objectsIn(many.bucket)).toEqual([])
    expect(refused.stderr).not.toContain('S3RVER')
  })

  test('is refused by a database that no server has set up, which stays empty', async () => {
    const refused = await runCli(await newFleet(), 'backup', path.join(folder, 'none.tar'))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/empty or of an earlier version/) })
  })

  test('says what is wrong when the bucket is away, and leaves no file', async () => {
    const many = await newFleet()
    const fleet = await open(many)
    await fill(fleet)
    await fleet.close()
    const file = path.join((await newServer()).DATA_DIR!, 'away.tar')
    const away = { ...many, STORAGE_URL: many.STORAGE_URL!.replace(/:\d+&/, ':1&') }
    const refused = await runCli(away, 'backup', file)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/S3 store at .* does not answer.*\n$/) })
    expect(await readdir(path.dirname(file))).toEqual([])
  })
})
