/** The janitor on a real database and a real folder. */
import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createLeases } from '../../src/service/images/leases.js'
import { createJanitor } from '../../src/service/operator/janitor.js'
import { createDiskStore } from '../../src/storage/disk.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const DAY_MS = 24 * 3_600_000

let clock: ManualClock
let db: Database
let storage: ObjectStore
let uploads: ObjectStore
let root: string
let count = 0
const onError = vi.fn()
const NO_JOBS = { jobItems: 0, inputs: 0, jobs: 0 }

beforeEach(async () => {
  clock = manualClock()
  root = path.join(folder, `results-${++count}`)
  db = await openSqliteDatabase(path.join(folder, `${count}.db`), clock.now)
  storage = await createDiskStore(root)
  uploads = await createDiskStore(path.join(folder, `uploads-${count}`))
})
afterEach(async () => {
  vi.useRealTimers()
  onError.mockReset()
  await db.close()
})

// The files of these tests are written by another clock: they are no strays.
const AGES_MS = 100 * 365 * DAY_MS
const newJanitor = ({ resultTtlMs = AGES_MS } = {}) =>
  createJanitor({ db, storage, uploads, clock: clock.now, resultTtlMs, requestLogMs: 30 * 24 * 3_600_000, onError })

async function newResult(id: string, { published = true, lifeMs = DAY_MS } = {}): Promise<void> {
  const facts = { id, accountId: 'acc', keyId: 'key', operation: 'remove', contentType: 'image/png', bytes: 1 }
  const expiresAt = clock.now() + lifeMs
  await newAccount(0) // once is enough
  await db.results.announce({ ...facts, objectKey: `${id}.png` }, { owner: 'node/1', expiresAt })
  const file = path.join(folder, 'made by a worker')
  await writeFile(file, 'x')
  await storage.put(`${id}.png`, file, 'image/png')
  if (published) await db.settle({ accountId: 'acc', operation: 'remove', result: { id, expiresAt } })
}

async function newAccount(credits: number): Promise<void> {
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits })
}

const lease = (lifeMs: number) => ({ owner: 'node/1', expiresAt: clock.now() + lifeMs })
const newHold = (lifeMs: number) => db.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease(lifeMs) })
const heldNow = async (): Promise<number | undefined> => (await db.accounts.findById('acc'))?.held
const newClaim = (keyId: string, lifeMs: number) =>
  db.idempotencyRecords.claim({ keyId, idempotencyKey: 'order 17', fingerprint: 'abc', lease: lease(lifeMs) })

const filesLeft = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.png')).map((name) => path.basename(name))

test('a store that is away is asked once, however many results have expired: a server that starts does not wait for each', async () => {
  for (let i = 0; i < 5; i++) await newResult(`result-${i}`)
  clock.advance(2 * DAY_MS)
  const away = new StoreTrouble('unreachable', 'The S3 store does not answer as it should', new Error('refused'))
  const asked = vi.spyOn(storage, 'delete').mockRejectedValue(away)
  expect(await newJanitor().sweep()).toMatchObject({ results: 0 })
  expect(asked).toHaveBeenCalledTimes(1)
  expect(onError.mock.calls).toEqual([[away]])
  asked.mockRestore()
  expect(await newJanitor().sweep()).toMatchObject({ results: 5 })
})

test('files that another server has forgotten go with their time, and no sooner', async () => {
  const janitor = newJanitor({ resultTtlMs: DAY_MS })
  const writtenAgo = async (id: string, ageMs: number): Promise<void> => {
    await newResult(id, { lifeMs: AGES_MS })
    const then = new Date(clock.now() - ageMs)
    await utimes(path.join(root, id.slice(0, 2), `${id}.png`), then, then)
    await db.results.forget([id])
  }
  await writtenAgo('stray', DAY_MS + 2 * 3_600_000)
  await writtenAgo('young', DAY_MS)
  expect(await janitor.sweep()).toMatchObject({ strays: 1 })
  expect(await filesLeft()).toEqual(['young.png'])
  clock.advance(2 * 3_600_000)
  expect(await janitor.sweep()).toMatchObject({ strays: 1 })
  expect(await filesLeft()).toEqual([])
})
const rowsLeft = async (): Promise<string[]> =>
  (await db.results.listExpired(Number.MAX_SAFE_INTEGER, 1000)).map(({ id }) => id)

describe('a sweep', () => {
  test('removes expired results from disk and database, and no others', async () => {
    await newResult('aa-old', { lifeMs: 1000 })
    await newResult('ab-never-published', { lifeMs: 1000, published: false })
    await newResult('ac-young', { lifeMs: 1001 })
    clock.advance(1000)
    expect(await newJanitor().sweep()).toEqual({
      results: 2,
      holds: 0,
      idempotencyRecords: 0,
      sessions: 0,
      strays: 0,
      requests: 0,
      events: 0,
      ...NO_JOBS,
    })
    expect(await filesLeft()).toEqual(['ac-young.png'])
    expect(await rowsLeft()).toEqual(['ac-young'])
  })

  test('removes any number of results, in batches', async () => {
    for (let made = 0; made < 430; made++) await newResult(`r${made}`, { lifeMs: 1000 })
    await newResult('zz-young')
    clock.advance(1000)
    const forget = vi.spyOn(db.results, 'forget')
    expect((await newJanitor().sweep()).results).toBe(430)
    expect(await filesLeft()).toEqual(['zz-young.png'])
    expect(await rowsLeft()).toEqual(['zz-young'])
    expect(forget.mock.calls.map(([ids]) => ids.length)).toEqual([200, 200, 30])
  })

  test('keeps the row of an object that could not be deleted, removes the others, and succeeds the next time', async () => {
    for (let made = 0; made < 210; made++) await newResult(`r${made}`, { lifeMs: 1000 })
    clock.advance(1000)
    const { delete: remove } = storage
    vi.spyOn(storage, 'delete').mockImplementation(async (keys) => {
      if (keys.includes('r7.png')) throw new Error('disk trouble')
      await remove(keys)
    })
    expect((await newJanitor().sweep()).results).toBe(209)
    expect(onError).toHaveBeenCalledWith(new Error('disk trouble'))
    expect(await rowsLeft()).toEqual(['r7'])
    vi.restoreAllMocks()
    expect((await newJanitor().sweep()).results).toBe(1)
    expect(await rowsLeft()).toEqual([])
  })

  test.each([
    ['results', () => vi.spyOn(db.results, 'listExpired').mockRejectedValueOnce(new Error('disk trouble'))],
    ['holds', () => vi.spyOn(db.ledger, 'releaseExpired').mockRejectedValueOnce(new Error('disk trouble'))],
    [
      'idempotencyRecords',
      () => vi.spyOn(db.idempotencyRecords, 'forgetExpired').mockRejectedValueOnce(new Error('disk trouble')),
    ],
    ['sessions', () => vi.spyOn(db.sessions, 'endExpired').mockRejectedValueOnce(new Error('disk trouble'))],
  ] as const)('does its other duties when that of %s fails', async (duty, failOnce) => {
    await newAccount(5)
    await newResult('aa-old', { lifeMs: 1000 })
    await newHold(1000)
    await newClaim('key_1', 1000)
    await db.sessions.create({ accountId: 'acc', csrf: 'csrf', id: 'old', expiresAt: clock.now() + 1000 })
    clock.advance(1000)
    failOnce()
    const all = {
      results: 1,
      holds: 1,
      idempotencyRecords: 1,
      sessions: 1,
      strays: 0,
      requests: 0,
      events: 0,
      ...NO_JOBS,
    }
    expect(await newJanitor().sweep()).toEqual({ ...all, [duty]: 0 })
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('disk trouble'))
    expect(await newJanitor().sweep()).toMatchObject({ [duty]: 1 })
  })

  test('releases holds and forgets answers whose time is over, and no others', async () => {
    await newAccount(5)
    await newHold(1000)
    await newHold(1000)
    await newHold(DAY_MS)
    await newClaim('key_1', 1000)
    await newClaim('key_2', DAY_MS)
    clock.advance(1000)
    expect(await newJanitor().sweep()).toEqual({
      results: 0,
      holds: 2,
      idempotencyRecords: 1,
      sessions: 0,
      strays: 0,
      requests: 0,
      events: 0,
      ...NO_JOBS,
    })
    expect(await heldNow()).toBe(1)
    expect(await newClaim('key_2', DAY_MS)).toEqual({ state: 'running' })
  })
})

test('a sweep ends sessions whose time is over, with their keys, and no others', async () => {
  await newAccount(1)
  const session = { accountId: 'acc', csrf: 'csrf' }
  await db.sessions.create({ ...session, id: 'old', expiresAt: clock.now() + 1000 })
  await db.sessions.create({ ...session, id: 'young', expiresAt: clock.now() + 1001 })
  const key = { accountId: 'acc', name: 'Playground', prefix: 'sk_', rateLimit: null }
  await db.keys.create({ ...key, id: 'key_old', hash: 'old', sessionId: 'old' })
  await db.keys.create({ ...key, id: 'key_young', hash: 'young', sessionId: 'young' })
  clock.advance(1000)
  expect((await newJanitor().sweep()).sessions).toBe(1)
  expect(await db.sessions.find('young')).toBeDefined()
  expect((await db.keys.listOf('acc')).map(({ id }) => id)).toEqual(['key_young'])
})

describe('after a crash', () => {
  test('what the earlier life of the node had open is undone; what others have, and what is settled, stays', async () => {
    await newAccount(5)
    await newResult('aa-half-done', { published: false })
    await newResult('ab-published')
    await newHold(DAY_MS)
    await newClaim('key_1', DAY_MS)
    await newClaim('key_2', DAY_MS)
    const answer = { keyId: 'key_2', idempotencyKey: 'order 17', ...lease(DAY_MS), text: '{}' }
    await db.settle({ accountId: 'acc', operation: 'remove', answer })
    const theirs = { owner: 'other/1', expiresAt: clock.now() + DAY_MS }
    await db.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 2, lease: theirs })

    const leases = createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: 1000, onError })
    await leases.endEarlierLife()
    expect(await newJanitor().sweep()).toEqual({
      results: 1,
      holds: 1,
      idempotencyRecords: 1,
      sessions: 0,
      strays: 0,
      requests: 0,
      events: 0,
      ...NO_JOBS,
    })
    expect(await filesLeft()).toEqual(['ab-published.png'])
    expect(await heldNow()).toBe(2)
    expect(await newClaim('key_1', DAY_MS)).toEqual({ state: 'first' })
    expect(await newClaim('key_2', DAY_MS)).toEqual({ state: 'answered', answer: '{}' })
  })

  test('an announcement whose object was never stored goes, too', async () => {
    const facts = { id: 'aa', accountId: 'acc', keyId: 'key', operation: 'remove', contentType: 'image/png', bytes: 1 }
    await db.results.announce({ ...facts, objectKey: 'aa.png' }, lease(1000))
    clock.advance(1000)
    expect((await newJanitor().sweep()).results).toBe(1)
    expect(await rowsLeft()).toEqual([])
  })
})

test('events of webhooks are forgotten after seven days, with their log', async () => {
  await newAccount(0)
  await db.webhooks.createWithin(5, { id: 'wh', accountId: 'acc', url: 'https://shop.example/', secret: 'whsec_x' })
  await db.webhookEvents.record({ accountId: 'acc', type: 'webhook.test', data: {} })
  const logged = async () => (await db.webhookDeliveries.page('wh', { limit: 5 })).items.length
  clock.advance(7 * DAY_MS)
  expect([(await newJanitor().sweep()).events, await logged()]).toEqual([0, 1])
  clock.advance(1)
  expect([(await newJanitor().sweep()).events, await logged()]).toEqual([1, 0])
})

describe('a started janitor', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  /** Lets that time pass, and what then begins come to its end. */
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }

  test('sweeps every 30 seconds until it is stopped; a failed sweep is reported and not the last', async () => {
    const listExpired = vi.spyOn(db.results, 'listExpired').mockRejectedValueOnce(new Error('disk trouble'))
    const janitor = startedJanitor()
    await pass(29_999)
    expect(listExpired).not.toHaveBeenCalled()
    await pass(1)
    await janitor.swept(1)
    expect(onError).toHaveBeenCalledWith(new Error('disk trouble'))
    await pass(30_000)
    await janitor.swept(2)
    expect(listExpired).toHaveBeenCalledTimes(2)
    janitor.stop()
    await pass(120_000)
    expect(listExpired).toHaveBeenCalledTimes(2)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('takes so many at once and no more, goes on soon after, and rests when it has caught up', async () => {
    const facts = { accountId: 'acc', keyId: 'key', method: 'POST', route: '/v1/remove', status: 201, code: null }
    const old = { ...facts, durationMs: 5, credits: 1, watermark: null, createdAt: 0 }
    await db.requests.write(Array.from({ length: 2001 }, (_, i) => ({ ...old, id: `request-${i}` })))
    const left = async () => (await db.requests.page({}, { limit: 3000 })).items.length
    const janitor = startedJanitor()
    await pass(30_000)
    await janitor.swept(1)
    expect(await left()).toBe(1)
    await pass(1000)
    await janitor.swept(2)
    expect(await left()).toBe(0)
    await pass(29_999)
    expect(janitor.sweeps()).toBe(2)
    janitor.stop()
  })

  /** Its check-up tells when a sweep is over. */
  function startedJanitor() {
    let sweeps = 0
    const janitor = createJanitor({
      ...{ db, storage, uploads, clock: clock.now, resultTtlMs: AGES_MS, requestLogMs: 30 * DAY_MS, onError },
      checkUp: async () => sweeps++,
    })
    janitor.start()
    return {
      stop: janitor.stop,
      sweeps: () => sweeps,
      swept: async (count: number) => {
        while (sweeps < count) await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve)) // and the next one is planned
      },
    }
  }
})

test('of results, too, a sweep takes a bounded number', async () => {
  const result = { id: 'r', accountId: 'acc', keyId: 'key', operation: 'remove', objectKey: 'r.png', name: null }
  const expired = { ...result, contentType: 'image/png', bytes: 1, createdAt: 0, expiresAt: 0 }
  vi.spyOn(db.results, 'listExpired').mockImplementation(async (_, limit) => Array(limit).fill(expired))
  vi.spyOn(db.results, 'forget').mockResolvedValue()
  vi.spyOn(storage, 'delete').mockResolvedValue()
  expect((await newJanitor().sweep()).results).toBe(2000)
})

test('a sweep forgets requests once they are too old, and no others', async () => {
  const call = { accountId: 'acc', keyId: 'key', method: 'POST', route: '/v1/remove', code: null }
  const facts = { ...call, status: 201, durationMs: 5, credits: 1, watermark: null }
  await db.requests.write([{ ...facts, id: 'old', createdAt: clock.now() - 1 }])
  await db.requests.write([{ ...facts, id: 'young', createdAt: clock.now() }])
  clock.advance(30 * DAY_MS)
  expect(await newJanitor().sweep()).toMatchObject({ requests: 1 })
  expect((await db.requests.page({}, { limit: 9 })).items).toMatchObject([{ id: 'young' }])
})
