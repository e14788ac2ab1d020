/**
 * Backups of an installation at work: requests are paid for and results deleted while the backup is taken. What comes back
 * is one moment of it, with its books in order and a picture for every result.
 */
import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from '@photostructure/sqlite'
import { create, extract, list } from 'tar'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { StartError } from '../../src/base/start-error.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { backupCommands } from '../../src/cli/backup.js'
import { loadConfig } from '../../src/config/load.js'
import { openSnapshot, takeSnapshot } from '../../src/db/snapshot.js'
import { silentProgress } from '../../src/models/progress.js'
import { INPUT_TYPE } from '../../src/service/images/job-inputs.js'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { writeBackup } from '../../src/service/transfer/backup.js'
import { createDiskStore } from '../../src/storage/disk.js'
import { PNG } from '../http/fake-engine.js'
import { runCli } from '../support/cli.js'
import { entriesOf } from '../support/ledger-entries.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { picturesIn, type ServerRun, startRun } from './server-run.js'

const root = temporaryFolder()
const CREDITS = 100_000
let folders = 0

async function newFolder(): Promise<string> {
  const folder = path.join(root, String(++folders))
  await mkdir(folder)
  return folder
}

/** An installation with so many paid results. */
async function installation(results: number) {
  const clock = manualClock(Date.now())
  const folder = await newFolder()
  await writeFile(path.join(folder, 'photo'), PNG)
  const run = await startRun(folder, 'node', clock)
  await run.db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: CREDITS })
  const names: string[] = []
  const makeOne = async (): Promise<void> => {
    clock.advance(1000) // the rate is limited
    names.push((await run.call(`order ${names.length}`)).answer.name)
  }
  for (let made = 0; made < results; made++) await makeOne()
  return { folder, clock, run, names, makeOne }
}

const ledgerOf = async ({ db }: ServerRun): Promise<string[]> =>
  (await entriesOf(db, 'acc')).map(({ amount, resultId }) => `${amount} ${resultId}`)

/** In this process, which is quicker than one of its own. */
const command = (name: 'backup' | 'restore', dataDir: string, file: string): Promise<void> =>
  backupCommands.find((it) => it.name === name)!.run({ file }, loadConfig({ DATA_DIR: dataDir }))

async function backUp(dataDir: string): Promise<string> {
  const file = path.join(await newFolder(), 'backup.tar')
  await command('backup', dataDir, file)
  return file
}

let umask: number
beforeEach(() => {
  umask = process.umask()
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
})
afterEach(() => {
  process.umask(umask)
  vi.restoreAllMocks()
})

describe('a backup', () => {
  test('taken while requests run is one moment of the whole', async () => {
    const { folder, clock, run, names, makeOne } = await installation(20)
    const early = await ledgerOf(run)
    let done = false
    const file = path.join(await newFolder(), 'backup.tar')
    const taken = runCli({ DATA_DIR: folder }, 'backup', file).finally(() => {
      done = true
    })
    const before = names.length
    while (!done) {
      await makeOne()
      const name = names[names.length - 10]!
      await run.storage.delete([name]) // its owner deletes it: the picture first, as the service does
      await run.db.results.forget([name.replace(/\..*/, '')])
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(await taken).toMatchObject({ code: 0 })
    expect(names.length, 'requests meanwhile').toBeGreaterThan(before + 10)
    const late = await ledgerOf(run)
    run.end()

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(path.dirname(file))).toEqual(['backup.tar'])

    const elsewhere = await newFolder()
    const restored = await runCli({ DATA_DIR: elsewhere }, 'restore', file)
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored 1 accounts, \d+ ledger entries/),
    })

    await writeFile(path.join(elsewhere, 'photo'), PNG)
    const again = await startRun(elsewhere, 'node', clock)
    clock.advance(LEASE_MS) // what ran at that moment has no lease any more
    await again.sweep()
    const ledger = await ledgerOf(again)
    expect(ledger.length).toBeGreaterThanOrEqual(early.length)
    expect(late.slice(0, ledger.length), 'what was in the ledger then, from its beginning').toEqual(ledger)
    const charges = ledger.length - 1
    expect(await again.db.accounts.findById('acc')).toMatchObject({ balance: CREDITS - charges, held: 0 })
    const { items: published } = await again.db.results.page('acc', { limit: 100_000 })
    expect(published.length).toBeGreaterThan(5)
    expect((await picturesIn(elsewhere)).toSorted()).toEqual(published.map(({ objectKey }) => objectKey).toSorted())
    for (const { objectKey } of published) {
      expect(await readFile(path.join(elsewhere, 'results', objectKey.slice(0, 2), objectKey))).toHaveLength(PNG.length)
    }
    // A request that was answered then is answered again, and not charged.
    const repeated = await again.call('order 0')
    expect(repeated).toMatchObject({ replayed: true, answer: { name: names[0] } })
    expect(await ledgerOf(again)).toEqual(ledger)
    again.end()
  })

  test('leaves out a result whose picture is gone or damaged when its turn comes', async () => {
    const { folder, run, names } = await installation(4)
    const [place, file] = [await newFolder(), path.join(await newFolder(), 'backup.tar')]
    const snapshotFile = path.join(place, 'snapshot')
    await takeSnapshot({ file: path.join(folder, 'silhouette.db') }, snapshotFile)
    const snapshot = await openSnapshot(snapshotFile, systemClock)
    await run.storage.delete([names[1]!])
    await appendFile(path.join(folder, 'results', names[2]!.slice(0, 2), names[2]!), 'rot')
    const contents = await writeBackup(file, {
      snapshot,
      snapshotFile,
      storage: run.storage,
      uploads: run.storage,
      version: '0',
      takenAt: new Date(),
      progress: silentProgress.start('', 0),
    })
    run.end()
    expect(contents).toMatchObject({ results: 2, bytes: 2 * PNG.length, rows: { results: 2, ledger: 5 } })
    const entries: string[] = []
    await list({ file, strict: true, onReadEntry: ({ path: name }) => void entries.push(name) })
    const left = [names[0], names[3]].map((name) => `results/${name}`)
    expect(entries.slice(0, 2).toSorted()).toEqual(left.toSorted())
    expect(entries.slice(2)).toEqual(['silhouette.db', 'contents.json'])
  })

  test('has the photos of jobs whose turn has not come', async () => {
    const { folder, run } = await installation(1)
    const uploads = await createDiskStore(path.join(folder, 'uploads'))
    const terms = { accountId: 'acc', keyId: 'key', createdAt: 0, operation: 'remove', parameters: '{}' }
    for (const inputKey of ['waiting', 'cancelled', 'missing']) {
      await run.db.jobs.create({ ...terms, id: `job_${inputKey}`, sources: [{ inputKey }] }, 10)
      const part = path.join(folder, 'part')
      await writeFile(part, `photo of ${inputKey}`)
      if (inputKey !== 'missing') await uploads.put(inputKey, part, INPUT_TYPE)
    }
    await writeFile(path.join(folder, 'part'), 'behind it')
    await uploads.put('waiting.background', path.join(folder, 'part'), INPUT_TYPE)
    await run.db.jobs.cancel('job_cancelled', Date.now() + LEASE_MS)
    run.end()

    const elsewhere = await newFolder()
    await command('restore', elsewhere, await backUp(folder))
    const arrived = await createDiskStore(path.join(elsewhere, 'uploads'))
    const texts = ['waiting', 'waiting.background', 'cancelled', 'missing'].map(async (key) => {
      const photo = await arrived.read(key)
      return photo && text(photo)
    })
    expect(await Promise.all(texts)).toEqual(['photo of waiting', 'behind it', undefined, undefined])
  })

  test('of a store that stops in the middle of a picture says so, and leaves no file', async () => {
    const { folder, run, names } = await installation(1)
    const [place, file] = [await newFolder(), path.join(await newFolder(), 'backup.tar')]
    const snapshotFile = path.join(place, 'snapshot')
    await takeSnapshot({ file: path.join(folder, 'silhouette.db') }, snapshotFile)
    run.end()
    const breakOff = async function* (): AsyncGenerator<Buffer> {
      yield PNG.subarray(0, 10)
      throw new Error('other side closed')
    }
    const taken = writeBackup(file, {
      snapshot: await openSnapshot(snapshotFile, systemClock),
      snapshotFile,
      storage: { read: async () => Readable.from(breakOff(), { objectMode: false }) },
      uploads: run.storage,
      version: '0',
      takenAt: new Date(),
      progress: silentProgress.start('', 0),
    })
    await expect(taken).rejects.toThrow(StoreTrouble)
    await expect(taken).rejects.toThrow(`The picture ${names[0]} could not be read to its end (other side closed)`)
    expect(await readdir(path.dirname(file))).toEqual([])
  })

  test('never writes over a file, and says so where there is nothing to back up', async () => {
    const [empty, file] = [await newFolder(), path.join(await newFolder(), 'mine.tar')]
    await writeFile(file, 'mine')
    await expect(command('backup', empty, file)).rejects.toThrow(/already exists: name another/)
    expect(await readFile(file, 'utf8')).toBe('mine')
    await expect(command('backup', empty, `${file}2`)).rejects.toThrow(/There is no database .*: set DATA_DIR/)
    expect(await readdir(path.dirname(file))).toEqual(['mine.tar'])
    expect(await readdir(empty)).toEqual([])
  })
})

describe('a restore', () => {
  test('refuses a folder in use and an archive that is not whole, and leaves nothing behind', async () => {
    const { folder, run } = await installation(3)
    run.end()
    const file = await backUp(folder)

    await expect(command('restore', folder, file)).rejects.toThrow(/is in use \(.*silhouette\.db.*\): set DATA_DIR/)

    const empty = await newFolder()
    const expectRefusal = async (archive: string, words: RegExp): Promise<void> => {
      await expect(command('restore', empty, archive)).rejects.toThrow(words)
      const left = await readdir(empty, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['server.lock'])
    }
    const { size } = await stat(file)
    const [cut, text] = [`${file}.cut`, `${file}.txt`]
    await writeFile(cut, await readFile(file))
    await truncate(cut, size - 3000)
    await expectRefusal(cut, /is not a whole backup/)
    await truncate(cut, 700)
    await expectRefusal(cut, /is not a whole backup/)
    await writeFile(text, 'Dear diary')
    await expectRefusal(text, /is not a whole backup/)
    // Entries that want to be elsewhere are not ours.
    const foreign = `${file}.foreign`
    await writeFile(path.join(folder, 'evil'), 'x')
    await create({ file: foreign, cwd: folder, preservePaths: true }, [path.join(folder, 'evil')])
    await expectRefusal(foreign, /is not a whole backup/)

    await command('restore', empty, file)
    expect(await picturesIn(empty)).toHaveLength(3)
  })

  describe('of an archive that somebody has changed', () => {
    /** Its entries as files, to be changed and packed again. */
    async function unpacked(results = 2): Promise<string> {
      const { folder, run } = await installation(results)
      run.end()
      const [file, place] = [await backUp(folder), await newFolder()]
      await extract({ file, cwd: place })
      return place
    }

    async function packed(place: string, entries = ['silhouette.db', 'contents.json']): Promise<string> {
      const file = path.join(await newFolder(), 'changed.tar')
      const pictures = (await readdir(path.join(place, 'results'))).map((name) => `results/${name}`)
      await create({ file, cwd: place }, [...pictures, ...entries])
      return file
    }

    /** In a sentence for people, without a trace; afterwards the folder is as empty as before. */
    async function expectRefusal(archive: string, words: RegExp): Promise<void> {
      const empty = await newFolder()
      const refused = command('restore', empty, archive)
      await expect(refused).rejects.toThrow(words)
      await expect(refused).rejects.toBeInstanceOf(StartError)
      const left = await readdir(empty, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual(['server.lock'])
      await command('restore', empty, await whole())
    }

    let wholeArchive: Promise<string> | undefined
    const whole = (): Promise<string> => {
      wholeArchive ??= unpacked().then((place) => packed(place))
      return wholeArchive
    }

    test.each<[string, RegExp]>([
      ['', /contents\.json says nothing/],
      ['{', /contents\.json says nothing/],
      ['null', /contents\.json says nothing/],
      ['[]', /contents\.json says nothing/],
      ['{"format":"1"}', /contents\.json says nothing/],
      ['{"format":1}', /contents\.json says nothing/],
      ['{"format":1,"version":"1","takenAt":"now","rows":{},"results":2,"bytes":1}', /contents\.json says nothing/],
      ['{"format":2,"version":"9.9"}', /written by Silhouette 9\.9: restore it with that version/],
      ['{"format":2}', /written by another version/],
    ])('contents.json: %s', async (text, words) => {
      const place = await unpacked()
      await writeFile(path.join(place, 'contents.json'), text)
      await expectRefusal(await packed(place), words)
    })

    test('without a database, or with something else in its place', async () => {
      const place = await unpacked()
      await expectRefusal(await packed(place, ['contents.json']), /it has no silhouette\.db/)
      await writeFile(path.join(place, 'silhouette.db'), 'Dear diary '.repeat(500))
      await expectRefusal(await packed(place), /its database cannot be used: .*not a database/)
      await rm(path.join(place, 'silhouette.db'))
      await mkdir(path.join(place, 'silhouette.db'))
      await expectRefusal(await packed(place), /it has no silhouette\.db/)
    })

    test('with a database of something else', async () => {
      const place = await unpacked()
      change(place, 'drop table results')
      await expectRefusal(await packed(place), /its database cannot be used: no such table: results/)
    })

    test('with a link in place of a picture', async () => {
      const place = await unpacked()
      const [name = ''] = await readdir(path.join(place, 'results'))
      const outside = path.join(await newFolder(), 'outside')
      await writeFile(outside, PNG)
      await rm(path.join(place, 'results', name))
      await symlink(outside, path.join(place, 'results', name))
      await expectRefusal(await packed(place), /1 of its 2 pictures are there/)
    })

    test('with a result that would be stored elsewhere', async () => {
      const place = await unpacked()
      change(place, "update results set object_key = '../silhouette.db'")
      await expectRefusal(await packed(place), /a result is called \.\.\/silhouette\.db/)
    })

    test('that breaks off while files are still being written', async () => {
      const place = await unpacked()
      for (let i = 0; i < 60; i++) await writeFile(path.join(place, 'results', `more-${i}`), Buffer.alloc(20_000))
      const file = await packed(place)
      const bytes = await readFile(file)
      bytes.fill('no header', bytes.lastIndexOf('results/'), bytes.lastIndexOf('results/') + 512)
      await writeFile(file, bytes)
      await expectRefusal(file, /is not a whole backup/)
    })

    test('whose database does not fit: the pictures that were there already go as well', async () => {
      const place = await unpacked()
      change(place, "alter table accounts add column surprise text default 'x'")
      await expectRefusal(await packed(place), /its database cannot be used: .*surprise/)
    })

    test('takes rows from its database, and nothing else', async () => {
      const place = await unpacked()
      change(
        place,
        "create trigger planted after insert on ledger begin update accounts set operator = 1 where email like 'eve%'; end;",
        'create view spy as select * from secrets',
        'create table luggage (x)',
      )
      const empty = await newFolder()
      await command('restore', empty, await packed(place))
      const namesIn = (file: string): unknown[] => {
        const db = new DatabaseSync(file, { readOnly: true })
        const names = db.prepare("select type || ' ' || name as name from sqlite_master order by 1").all()
        db.close()
        return names.map(({ name }) => name)
      }
      const { folder, run } = await installation(0)
      run.end()
      expect(namesIn(path.join(empty, 'silhouette.db'))).toEqual(namesIn(path.join(folder, 'silhouette.db')))
    })

    function change(place: string, ...statements: string[]): void {
      const db = new DatabaseSync(path.join(place, 'silhouette.db'))
      for (const statement of statements) db.exec(statement)
      db.close()
    }
  })

  test('refuses a database of a newer version', async () => {
    const { folder, run } = await installation(0)
    run.end()
    const db = new DatabaseSync(path.join(folder, 'silhouette.db'))
    db.exec("insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01')")
    db.close()
    const file = await backUp(folder)
    const empty = await newFolder()
    await expect(command('restore', empty, file)).rejects.toThrow(/newer version of Silhouette: use that/)
    expect(await readdir(empty)).not.toContain('silhouette.db')
  })

  test('brings a database of an earlier version up to date', async () => {
    const { folder, run } = await installation(0)
    run.end()
    const db = new DatabaseSync(path.join(folder, 'silhouette.db'))
    // As it was before the leases.
    db.exec('drop trigger ledger_counts_charges; drop table hourly_charges')
    db.exec('drop index results_open; drop index answers_open')
    db.exec('alter table accounts drop column suspended_at; alter table ledger drop column note')
    db.exec('alter table ledger drop column note_internal; alter table results drop column name')
    for (const column of ['expires_at', 'scopes', 'last_address']) db.exec(`alter table api_keys drop column ${column}`)
    for (const column of ['unlimited', 'rate_limit']) db.exec(`alter table accounts drop column ${column}`)
    for (const column of ['browser', 'system']) db.exec(`alter table sessions drop column ${column}`)
    for (const table of ['requests', 'audit', 'two_factor', 'recovery_codes', 'password_links', 'email_links', 'links'])
      db.exec(`drop table ${table}`)
    for (const table of ['webhook_deliveries', 'webhook_events', 'webhooks', 'job_items', 'batch_jobs'])
      db.exec(`drop table ${table}`)
    for (const table of ['holds', 'results', 'answers']) db.exec(`alter table ${table} drop column owner`)
    db.exec("drop table pings; drop index answers_by_expiry; delete from kysely_migration where name >= '0003_leases'")
    db.close()
    const [file, empty] = [await backUp(folder), await newFolder()]
    await command('restore', empty, file)
    expect(await readdir(empty)).toEqual(['results', 'server.lock', 'silhouette.db', 'tmp', 'uploads'])
    const restored = new DatabaseSync(path.join(empty, 'silhouette.db'), { readOnly: true })
    expect(restored.prepare('select count(*) as pings from pings').get()).toEqual({ pings: 0 })
    restored.close()
  })
})
