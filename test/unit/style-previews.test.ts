/** Servers that share a store make each preview of a style once between them, whoever of them dies. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { styleEntries } from '../../src/catalog/styles.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import type { Engine, Slot } from '../../src/engine/port.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { createLeases, LEASE_MS } from '../../src/service/images/leases.js'
import { createStylePreviews, type StylePreviews } from '../../src/service/showcase/style-previews.js'
import { createDiskStore } from '../../src/storage/disk.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const root = temporaryFolder()
const clock = manualClock(Date.now())
const [style] = styleEntries()
let db: Database
let shared: ObjectStore
let count = 0
/** By which server. */
let made: string[]
const onError = vi.fn()

beforeAll(async () => {
  db = await openSqliteDatabase(path.join(root, 'silhouette.db'), clock.now)
})
afterAll(() => db.close())
beforeEach(async () => {
  shared = await createDiskStore(path.join(root, `shared${++count}`))
  made = []
  onError.mockReset()
})

function server(
  name: string,
  stores: { db?: Pick<Database, 'idempotencyRecords'>; shared?: ObjectStore } = {},
): StylePreviews {
  const run = async (_job: Job, { output }: JobFiles): Promise<void> => {
    made.push(name)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await writeFile(output, `made by ${name}`)
  }
  const engine: Pick<Engine, 'admit'> = { admit: async () => ({ run, release: () => {} }) as unknown as Slot }
  return createStylePreviews({
    folder: path.join(root, `${name}${count}`),
    sample: path.join(root, 'sample.jpg'),
    engine,
    leases: createLeases({ db, node: name, clock: clock.now, requestLifeMs: 600_000, onError }),
    onError,
    lookEveryMs: 5,
    db,
    shared,
    ...stores,
  })
}

test('of servers that miss the same picture at the same time one makes it', async () => {
  const servers = ['a', 'b', 'c'].map((name) => server(name))
  const name = servers[0]!.nameOf(style!)
  const files = await Promise.all(servers.map((one) => one.find(name)))
  expect(made).toHaveLength(1)
  for (const file of files) expect(await readFile(file!, 'utf8')).toBe(`made by ${made[0]}`)
  expect(new Set(files).size).toBe(3)
  expect(onError).not.toHaveBeenCalled()
})

test('the picture of a server that died over it is made by another, once its lease is over', async () => {
  const one = server('a')
  const name = one.nameOf(style!)
  const lease = { owner: 'dead/1', expiresAt: clock.now() + LEASE_MS }
  await db.idempotencyRecords.claim({ keyId: 'style previews', idempotencyKey: name, fingerprint: '', lease })
  const found = one.find(name)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(made).toEqual([])
  clock.advance(LEASE_MS)
  expect(await found).toBeDefined()
  expect(made).toEqual(['a'])
})

test('one that could not be made is free for the next who asks', async () => {
  const [one, other] = [server('a'), server('b')]
  const name = one.nameOf(style!)
  await writeFile(path.join(root, `a${count}`), 'in the way of its folder')
  await expect(one.find(name)).rejects.toThrow(/EEXIST|ENOTDIR/)
  await other.find(name)
  expect(made).toEqual(['b'])
})

test('without its stores a server makes it alone', async () => {
  const fail = async (): Promise<never> => {
    throw new Error('away')
  }
  const away = { ...shared, read: fail, put: fail }
  const one = server('a', {
    shared: away,
    db: { idempotencyRecords: { ...db.idempotencyRecords, claim: fail, abandon: fail } },
  })
  const file = await one.find(one.nameOf(style!))
  expect(await readFile(file!, 'utf8')).toBe('made by a')
  expect(onError).toHaveBeenCalledWith(new Error('away'))
})
