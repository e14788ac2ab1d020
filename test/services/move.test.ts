/** An installation moves from one server to PostgreSQL and S3 and back, with the pictures of its results, whole or not at all. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { StartError } from '../../src/base/start-error.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { UsageError } from '../../src/cli/command.js'
import { moveCommand } from '../../src/cli/move.js'
import { loadConfig } from '../../src/config/load.js'
import { lockExclusively } from '../../src/db/exclusive-lock.js'
import { connectPostgres, openPostgresDatabase } from '../../src/db/postgres.js'
import type { Schema } from '../../src/db/schema.js'
import { takeSnapshot } from '../../src/db/snapshot.js'
import { connectSqlite, openSqliteDatabase } from '../../src/db/sqlite.js'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { createDiskStore } from '../../src/storage/disk.js'
import { runCli } from '../support/cli.js'
import { member, redisNode, redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { projectFile } from '../support/project.js'
import { s3Service } from '../support/s3-service.js'
import { newDataDir, removeDataDir } from '../support/server.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = await postgresService()
const redisCommand = redisServer()
const MANY = 1203 // more than two batches, and not a whole number of them
const SOON_MS = 600_000
const CREDITS = 5_000_000_000
const PICTURES = { 'first.png': 'a picture', 'second.png': 'another ä', 'third.png': 'one more picture' }

describe.skipIf(!server)('a move', async () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const s3 = await s3Service()
  const folder = temporaryFolder()
  let count = 0
  const newFile = (): string => path.join(folder, String(++count), 'silhouette.db')
  const newUrl = (): Promise<string> => schemas.urlOf(`move_${++count}`)
  const newBucket = async (): Promise<{ bucket: string; address: string }> => {
    const { bucket } = await s3.newPlace()
    return {
      bucket,
      address: `s3://S3RVER:S3RVER@${bucket}/photos?endpoint=http://${s3.host}:${s3.port}&region=eu-central-1`,
    }
  }

  let umask: number
  let printed: string[]
  beforeEach(() => {
    umask = process.umask()
    printed = []
    const collect = (piece: unknown): boolean => printed.push(String(piece)) > 0
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(collect)
  })
  afterEach(() => {
    process.umask(umask)
    vi.restoreAllMocks()
  })

  /** In this process, which is quicker than one of its own. */
  const move = (options: Record<string, string>): Promise<void> =>
    moveCommand.run(options, loadConfig({ DATA_DIR: path.join(folder, 'data') }))

  /** Something in every table that moves, and pictures; gives a key that works. */
  async function use(file: string): Promise<string> {
    const db = await openSqliteDatabase(file, systemClock)
    const lease = { owner: 'node/1', expiresAt: systemClock() + SOON_MS }
    for (const id of ['ann', 'bob']) {
      const email = `${id}@example.com`
      await db.accounts.create({ id, email, passwordHash: 'hash ä', credits: CREDITS, operator: id === 'ann' })
      const key = { id: `key_${id}`, accountId: id, name: 'Shöp', prefix: 'sk_x', hash: `hash of ${id}` }
      await db.keys.create({ ...key, rateLimit: id === 'ann' ? 7 : null })
      await db.sessions.create({ id: `session ${id}`, accountId: id, csrf: 'c', expiresAt: lease.expiresAt })
    }
    const storage = await createDiskStore(path.join(path.dirname(file), 'results'))
    const facts = { accountId: 'bob', keyId: 'key_bob', createdAt: 0, operation: 'remove', contentType: 'image/png' }
    for (const [objectKey, picture] of Object.entries(PICTURES)) {
      const result = { ...facts, id: objectKey.replace('.png', ''), objectKey, bytes: Buffer.byteLength(picture) }
      await db.results.announce(result, lease)
      const part = path.join(path.dirname(file), 'part')
      await writeFile(part, picture)
      await storage.put(objectKey, part, 'image/png')
      const claim = { keyId: 'key_bob', idempotencyKey: `order of ${objectKey}` }
      await db.idempotencyRecords.claim({ ...claim, fingerprint: 'f', lease })
      const hold = (await db.ledger.hold({ accountId: 'bob', keyId: 'key_bob', amount: 1, lease }))!
      const settled = await db.settle({
        accountId: 'bob',
        operation: 'remove',
        holdId: hold.id,
        result: { id: result.id, expiresAt: lease.expiresAt },
        answer: { ...claim, owner: lease.owner, text: '{"url":"ä"}', expiresAt: lease.expiresAt },
      })
      expect(settled).toBe(true)
    }
    const uploads = await createDiskStore(path.join(path.dirname(file), 'uploads'))
    const sources = [{ inputKey: 'waiting' }]
    const job = {
      id: 'job_1',
      accountId: 'bob',
      keyId: 'key_bob',
      createdAt: 0,
      operation: 'remove',
      parameters: '{}',
      sources,
    }
    await db.jobs.create(job, 1)
    await writeFile(path.join(path.dirname(file), 'part'), 'photo')
    await uploads.put('waiting', path.join(path.dirname(file), 'part'), 'application/octet-stream')
    // Announced by a server that died: large, not public, and nowhere to be found.
    await db.results.announce({ ...facts, id: 'never', objectKey: 'never.png', bytes: 3_000_000_000 }, lease)
    await db.secrets.keep('cookies', 'a secret')
    const call = {
      accountId: 'bob',
      keyId: 'key_bob',
      method: 'POST',
      route: '/v1/remove',
      code: null,
      watermark: null,
    }
    await db.requests.write([
      { ...call, id: 'req_1', status: 201, durationMs: 9, credits: 1, createdAt: systemClock() },
    ])
    await db.audit.write({ actor: 'ann', action: 'credits.grant', subject: 'bob', detail: '1', note: 'ä' })
    const ended = { owner: 'node/2', expiresAt: systemClock() }
    await db.ledger.hold({ accountId: 'bob', keyId: 'key_bob', amount: 2, lease: ended })
    for (let made = 0; made < MANY; made++) await db.ledger.grant('ann', 1)
    const { key } = await createApiKey(db.keys, systemClock, { accountId: 'bob', name: 'real' })
    await db.close()
    return key
  }

  /** Made once and copied, with its pictures: to fill the ledger takes longest. */
  const original = newFile()
  let key: string
  beforeAll(async () => {
    const first = newFile()
    key = await use(first)
    // The log beside a closed file stays until its statements are collected, at any moment; a snapshot has none.
    for (const name of ['results', 'uploads'])
      await cp(path.join(path.dirname(first), name), path.join(path.dirname(original), name), { recursive: true })
    await takeSnapshot({ file: first }, original)
  })
  async function used(): Promise<{ file: string }> {
    const file = newFile()
    await cp(path.dirname(original), path.dirname(file), { recursive: true })
    return { file }
  }

  const TABLES = [
    ...['accounts', 'api_keys', 'ledger', 'holds', 'results', 'answers', 'sessions', 'secrets', 'hourly_use'],
    ...['requests', 'audit', 'batch_jobs', 'job_items'],
  ]
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

  const picturesBeside = async (file: string): Promise<Record<string, string>> => {
    const storage = await createDiskStore(path.join(path.dirname(file), 'results'))
    const names = (await readdir(path.join(path.dirname(file), 'results'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await text((await storage.read(name))!)] as const)),
    )
  }
  const inBucket = async (bucket: string): Promise<string[]> => (await s3.objectsIn(bucket)).toSorted()
  const ALL_IN_BUCKET = [...Object.keys(PICTURES).map((name) => `photos/r/${name}`), 'photos/uploads/waiting']

  test('takes every row and every picture along, to PostgreSQL and S3 and back', async () => {
    const [{ file }, url, back, { bucket, address }] = [await used(), await newUrl(), newFile(), await newBucket()]
    const before = await inFile(file)
    for (const table of TABLES) expect(before[table]?.length, table).toBeGreaterThan(0)

    await move({ from: `sqlite:${file}`, to: url, 'to-storage': address })
    expect(await inPostgres(url)).toEqual(before)
    expect(await inBucket(bucket)).toEqual(ALL_IN_BUCKET)
    expect(printed.join('')).toMatch(/ledger +1208\n(.*\n)*Results: 3 \(0\.0 MB\) from .*results to s3:\/\/bucket/)
    expect(printed.join('')).not.toContain('S3RVER')

    await move({ from: url, to: `sqlite:${back}`, 'from-storage': address })
    expect(await readdir(path.dirname(back))).toEqual(['results', 'server.lock', 'silhouette.db', 'tmp', 'uploads'])
    expect(await readdir(path.join(path.dirname(back), 'tmp'))).toEqual([])
    for (const one of [file, back]) {
      expect(await inFile(one)).toEqual(before)
      expect(await picturesBeside(one)).toEqual(PICTURES)
      expect(await readFile(path.join(path.dirname(one), 'uploads', 'wa', 'waiting'), 'utf8')).toBe('photo')
    }

    const db = await openPostgresDatabase({ url }, systemClock)
    expect(await db.accounts.findByEmail('ann@example.com')).toMatchObject({ balance: CREDITS + MANY })
    expect(await db.ledger.releaseExpired(systemClock(), 1000)).toBe(1) // what a killed server had left open
    await db.close()
  })

  test.skipIf(!redisCommand)(
    'is over when servers are started there: keys, credits and results are known',
    async () => {
      const [{ file }, url, { address }] = [await used(), await newUrl(), await newBucket()]
      await move({ from: `sqlite:${file}`, to: url, 'to-storage': address })
      const [redisPort, port, dataDir] = [await freePort(), await freePort(), await newDataDir()]
      const redis = redisNode(redisCommand!, redisPort, dataDir)
      const settings = {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        STORAGE_URL: address,
        ENGINE: 'queue', // it needs no networks
        REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        PORT: String(port),
        DRAIN_SECONDS: '0',
      }
      // Without workers it is never ready for images.
      const node = member('server', projectFile('bin/silhouette'), ['serve'], settings, /"msg":"listening/)
      try {
        await redis.start()
        await node.start()
        const get = (place: string) => fetch(`http://127.0.0.1:${port}${place}`, { headers: { 'x-api-key': key } })
        for (const [name, picture] of Object.entries(PICTURES)) {
          const reply = await get(`/r/${name}`)
          expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
          expect(await reply.text()).toBe(picture)
        }
        const account = await get('/v1.0/account')
        expect(account.status).toBe(200)
        expect(await account.json()).toMatchObject({
          data: { attributes: { credits: { total: CREDITS - Object.keys(PICTURES).length } } },
        })
      } finally {
        await node.stop()
        await redis.kill()
        await removeDataDir(dataDir)
      }
    },
  )

  test('may leave the pictures where they are, or the database', async () => {
    const [{ file }, url, { bucket, address }] = [await used(), await newUrl(), await newBucket()]
    const results = `disk:${path.join(path.dirname(file), 'results')}`
    await move({ from: `sqlite:${file}`, to: url, 'to-storage': results })
    expect((await inPostgres(url)).results).toHaveLength(4)
    await move({ from: url, 'from-storage': results, 'to-storage': address })
    expect(await inBucket(bucket)).toEqual(ALL_IN_BUCKET)
    expect(await picturesBeside(file)).toEqual(PICTURES)
  })

  test('that is interrupted leaves an empty database, and goes on from there', async () => {
    const [{ file }, url, { bucket, address }] = [await used(), await newUrl(), await newBucket()]
    const options = { from: `sqlite:${file}`, to: url, 'to-storage': address }
    const before = await inFile(file)
    const results = path.join(path.dirname(file), 'results')
    await mkdir(path.join(results, 'th', 'aside'))
    await rename(path.join(results, 'th', 'third.png'), path.join(results, 'th', 'aside', 'third.png'))
    await mkdir(path.join(results, 'th', 'third.png')) // cannot be read
    await expect(move(options)).rejects.toThrow('EISDIR')
    expect(await inBucket(bucket)).toEqual(ALL_IN_BUCKET.slice(0, 2))
    expect(Object.values(await inPostgres(url)).flat()).toEqual([])
    expect(await readdir(path.join(folder, 'data', 'tmp'))).toEqual([])

    await rmdir(path.join(results, 'th', 'third.png'))
    await rename(path.join(results, 'th', 'aside', 'third.png'), path.join(results, 'th', 'third.png'))
    await rm(path.join(results, 'fi', 'first.png')) // is there already, and not asked for again
    await move(options)
    expect(await inBucket(bucket)).toEqual(ALL_IN_BUCKET)
    expect(await inPostgres(url)).toEqual(before)
  })

  test('finds out at once that the target cannot be reached', async () => {
    const [{ file }, url, { bucket, address }] = [await used(), await newUrl(), await newBucket()]
    await s3.removeBucket({ ...(await s3.newPlace()), bucket })
    const error = await move({ from: `sqlite:${file}`, to: url, 'to-storage': address }).catch((it: unknown) => it)
    expect(error).toBeInstanceOf(StoreTrouble)
    expect((error as Error).message).toMatch(/has no bucket/)
    expect(printed).toEqual([])
  })

  test('leaves out a result whose picture is gone or damaged, and says so', async () => {
    const [{ file }, url, { bucket, address }] = [await used(), await newUrl(), await newBucket()]
    const results = path.join(path.dirname(file), 'results')
    await rm(path.join(results, 'fi', 'first.png'))
    await writeFile(path.join(results, 'se', 'second.png'), 'rot')
    await move({ from: `sqlite:${file}`, to: url, 'to-storage': address })
    expect(await inBucket(bucket)).toEqual(['photos/r/third.png', 'photos/uploads/waiting'])
    expect((await inPostgres(url)).results).toHaveLength(2) // and the one that was never public
    expect(printed.join('')).toContain('Left out: 2 results')
  })

  const expectRefusal = async (
    options: Record<string, string>,
    kind: typeof StartError | typeof UsageError,
    words: RegExp,
  ): Promise<void> => {
    const error = await move(options).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(kind)
    expect((error as Error).message).toMatch(words)
    expect((error as Error).message).not.toMatch(/hush|S3RVER/)
  }

  test('is refused where no result would be found again', async () => {
    const [{ file }, url, { address }] = [await used(), await newUrl(), await newBucket()]
    const [from, to] = [`sqlite:${file}`, url]
    await expectRefusal({ from, to }, UsageError, /^--to-storage is missing: where the servers on PostgreSQL keep/)
    await expectRefusal({ from: url, to: `sqlite:${newFile()}` }, UsageError, /^--from-storage is missing/)
    const elsewhere = path.join(folder, 'elsewhere')
    const wrong = { from, to, 'from-storage': `disk:${elsewhere}`, 'to-storage': address }
    await expectRefusal(wrong, StartError, /no folder .*elsewhere with results/)
    expect(existsSync(elsewhere)).toBe(false)
    await mkdir(elsewhere)
    await expectRefusal(wrong, StartError, /None of the 3 live results is in the storage of the source/)
    expect(Object.values(await inPostgres(url)).flat()).toEqual([])
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['no database', { from: 'mysql://ann:hush@db/x' }, /^--from must be sqlite:FILE or postgres:/],
    ['no way', { from: 'sqlite:a' }, /^--to or --to-storage is missing/],
    ['no other database', { from: 'sqlite:a', to: 'sqlite:./a' }, /are the same database: leave --to out/],
    ['no other storage', { from: 'sqlite:a', 'to-storage': 'disk:results' }, /are the same, and there is no --to/],
    ['no storage', { from: 'sqlite:a', 'to-storage': 'ftp://ann:hush@x' }, /^--to-storage must be .*; or disk:FOLDER/],
    ['no bucket', { from: 'sqlite:a', 'to-storage': 's3://ann:hush@X' }, /^--to-storage must name a bucket/],
  ])('is refused with %s, in words without passwords', (_, options, words) => expectRefusal(options, UsageError, words))

  const disk = (file: string): Record<string, string> => ({
    'from-storage': `disk:${path.dirname(file)}/results`,
    'to-storage': `disk:${path.dirname(file)}/results`,
  })

  test('is refused while a server works on the file, on either side', async () => {
    const [{ file }, url] = [await used(), await newUrl()]
    const lock = lockExclusively(path.join(path.dirname(file), 'server.lock'))
    await expectRefusal({ from: `sqlite:${file}`, to: url, ...disk(file) }, StartError, /Another Silhouette server/)
    await expectRefusal({ from: url, to: `sqlite:${file}`, ...disk(file) }, StartError, /Another Silhouette server/)
    lock.release()
    expect((await inPostgres(url)).accounts).toEqual([])
  })

  test('is refused while requests run on the source', async () => {
    const [{ file }, url] = [await used(), await newUrl()]
    const db = await openSqliteDatabase(file, systemClock)
    const lease = { owner: 'node/3', expiresAt: systemClock() + SOON_MS }
    await db.ledger.hold({ accountId: 'bob', keyId: 'key_bob', amount: 2, lease })
    await db.close()
    await expectRefusal({ from: `sqlite:${file}`, to: url, ...disk(file) }, StartError, /Requests still run/)
  })

  test('is refused into a database that somebody uses already, which stays as it was', async () => {
    const [{ file }, url] = [await used(), await newUrl()]
    const db = await openPostgresDatabase({ url }, systemClock)
    await db.accounts.create({ id: 'own', email: 'own@example.com', passwordHash: null, credits: 1 })
    await db.close()
    const before = await inPostgres(url)
    await expectRefusal({ from: `sqlite:${file}`, to: url, ...disk(file) }, StartError, /not empty \(accounts: 1\)/)
    await expectRefusal(
      { from: url, to: `sqlite:${file}`, ...disk(file) },
      StartError,
      /There is a database .* already/,
    )
    expect(await inPostgres(url)).toEqual(before)
  })

  test('is refused when balance and ledger of the source differ, and leaves nothing behind', async () => {
    const [{ file }, url] = [await used(), await newUrl()]
    const db = await connectSqlite(file)
    await sql`update accounts set balance = balance + 1 where id = 'bob'`.execute(db)
    await db.destroy()
    await expectRefusal({ from: `sqlite:${file}`, to: url, ...disk(file) }, StartError, /bob@example.com/)
    expect(Object.values(await inPostgres(url)).flat()).toEqual([])
  })

  test('makes no file where there is no source', async () => {
    const file = newFile()
    const options = { from: `sqlite:${file}`, to: await newUrl(), ...disk(file) }
    await expectRefusal(options, StartError, /There is no database/)
    expect(existsSync(path.dirname(file))).toBe(false)
  })

  test('is a command; the other commands then find the accounts by DATABASE_URL', async () => {
    const [{ file }, url, { address }] = [await used(), await newUrl(), await newBucket()]
    const settings = { DATA_DIR: path.join(folder, 'third') }
    const moved = await runCli(settings, 'move', '--from', `sqlite:${file}`, '--to', url, '--to-storage', address)
    expect(moved, moved.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/ledger\s+1208/) })
    const shown = await runCli({ ...settings, DATABASE_URL: url }, 'credits', 'show', '--email', 'bob@example.com')
    expect(shown.stdout.trim()).toBe(String(CREDITS - 3))
    const wrong = await runCli(settings, 'move', '--from', 'mysql://ann:hush@db/x', '--to', url)
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--from must be sqlite:FILE or postgres:/) })
  })
})
