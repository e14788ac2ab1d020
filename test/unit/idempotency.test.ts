/** Repeated requests with one Idempotency-Key, on a real database. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import type { AppError } from '../../src/base/errors.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { type ClaimNews, createClaimNews } from '../../src/service/images/claim-news.js'
import { ANSWER_LIFE_MS, answerOnce, type IdempotentRequest } from '../../src/service/images/idempotency.js'
import { createLeases, LEASE_MS, type Leases } from '../../src/service/images/leases.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const ANSWER = { url: 'https://cdn.example.com/r/abc.png' }
const HOUR_MS = 3_600_000

let clock: ManualClock
let db: Database
let leases: Leases
let news: ClaimNews
let count = 0
const onError = vi.fn()

beforeEach(async () => {
  clock = manualClock()
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), clock.now)
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 })
  leases = createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: HOUR_MS, onError })
  news = createClaimNews(createLocalAnnouncements())
  onError.mockReset()
})
afterEach(() => db.close())

/** Work that succeeds is settled, as the one real use case does. */
const once = <T>(work: () => Promise<T>, changes: Partial<IdempotentRequest> = {}) => {
  const lease = leases.open()
  const request: IdempotentRequest = {
    keyId: 'key_1',
    idempotencyKey: 'order 17',
    fingerprint: 'abc',
    lease,
    signal: new AbortController().signal,
    whileWaiting: (wait) => wait(),
    ...changes,
  }
  return answerOnce({ db, news, onError }, request, async (claim) => {
    const answer = await work()
    const expiresAt = clock.now() + ANSWER_LIFE_MS
    const settlement = claim && { ...claim, owner: lease.owner, text: JSON.stringify(answer), expiresAt }
    if (!(await db.settle({ accountId: 'acc', operation: 'remove', answer: settlement }))) throw new Error('too late')
    return answer
  })
}

/** Work that ends when the test says so. */
function slowWork() {
  let resolve: (answer: typeof ANSWER) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const ended = new Promise<typeof ANSWER>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { work: vi.fn(() => ended), resolve, reject }
}

describe('a request with an Idempotency-Key', () => {
  test('gets the first answer again, without the work being done again', async () => {
    const work = vi.fn(async () => ANSWER)
    expect(await once(work)).toEqual({ answer: ANSWER, replayed: false })
    expect(await once(work)).toEqual({ answer: ANSWER, replayed: true })
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('is done each time when it has no key', async () => {
    const work = vi.fn(async () => ANSWER)
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(await once(work, { idempotencyKey: undefined })).toEqual({ answer: ANSWER, replayed: false })
    }
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('waits for the first that still runs and gets its answer', async () => {
    const first = slowWork()
    const work = vi.fn(async () => ANSWER)
    const running = once(first.work)
    const settled = vi.fn()
    const waiting = once(work).finally(settled)
    await sleep(250)
    expect(settled).not.toHaveBeenCalled()
    first.resolve(ANSWER)
    expect(await running).toEqual({ answer: ANSWER, replayed: false })
    expect(await waiting).toEqual({ answer: ANSWER, replayed: true })
    expect(work).not.toHaveBeenCalled()
  })

  test('is done once when ten arrive at the same moment', async () => {
    const work = vi.fn(() => sleep(20, ANSWER))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => once(work)))
    expect(work).toHaveBeenCalledTimes(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    for (const { answer } of outcomes) expect(answer).toEqual(ANSWER)
  })

  test('leaves the key free after an error, which is not kept', async () => {
    const failure = new Error('no foreground')
    await expect(once(() => Promise.reject(failure))).rejects.toBe(failure)
    expect(await once(async () => ANSWER)).toEqual({ answer: ANSWER, replayed: false })
  })

  test('does the work itself when the first it waited for fails', async () => {
    const first = slowWork()
    const running = once(first.work)
    const waiting = once(async () => ANSWER)
    first.reject(new Error('no foreground'))
    await expect(running).rejects.toThrow('no foreground')
    expect(await waiting).toEqual({ answer: ANSWER, replayed: false })
  })

  test('is refused when its content differs, while the first runs and after', async () => {
    const refusal = { kind: 'invalid_request', parameter: 'Idempotency-Key' }
    const work = vi.fn(async () => ANSWER)
    const first = slowWork()
    const running = once(first.work)
    await expect(once(work, { fingerprint: 'xyz' })).rejects.toMatchObject(refusal)
    first.resolve(ANSWER)
    await running
    await expect(once(work, { fingerprint: 'xyz' })).rejects.toMatchObject(refusal)
    expect(work).not.toHaveBeenCalled()
    expect((await once(work)).replayed).toBe(true)
  })

  test('does not meet the requests of another API key', async () => {
    await once(async () => ANSWER)
    expect((await once(async () => ANSWER, { keyId: 'key_2' })).replayed).toBe(false)
  })

  test('is refused before any work when the key has more than 255 characters', async () => {
    const work = vi.fn(async () => ANSWER)
    const refusal = { kind: 'invalid_request', parameter: 'Idempotency-Key' }
    await expect(once(work, { idempotencyKey: 'x'.repeat(256) })).rejects.toMatchObject(refusal)
    expect(work).not.toHaveBeenCalled()
    expect((await once(work, { idempotencyKey: 'x'.repeat(255) })).replayed).toBe(false)
  })

  test('stops waiting at once when its client has gone, and says why; the first is not disturbed', async () => {
    const first = slowWork()
    const work = vi.fn(async () => ANSWER)
    const running = once(first.work)
    const client = new AbortController()
    const gone = new Error('The client closed the connection')
    const waiting = once(work, { signal: client.signal })
    await sleep(20)
    client.abort(gone)
    await expect(waiting).rejects.toBe(gone)
    first.resolve(ANSWER)
    expect(await running).toEqual({ answer: ANSWER, replayed: false })
    expect(work).not.toHaveBeenCalled()
  })

  test('takes over when the first never came back within its time', async () => {
    const first = slowWork()
    const late = once(first.work)
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled())
    clock.advance(LEASE_MS)
    expect(await once(async () => ANSWER)).toEqual({ answer: ANSWER, replayed: false })
    first.resolve(ANSWER)
    await expect(late, 'two may work, one is settled').rejects.toThrow('too late')
    expect((await once(async () => ANSWER)).replayed).toBe(true)
  })

  test('is remembered for 24 hours from its answer', async () => {
    const work = vi.fn(async () => ANSWER)
    await once(work)
    clock.advance(24 * HOUR_MS - 1)
    expect((await once(work)).replayed).toBe(true)
    clock.advance(1)
    expect((await once(work)).replayed).toBe(false)
  })

  test('keeps its key as long as its lease is renewed', async () => {
    const first = slowWork()
    const running = once(first.work)
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled())
    for (let renewed = 0; renewed < 5; renewed++) {
      clock.advance(LEASE_MS - 1)
      await leases.renew()
    }
    first.resolve(ANSWER)
    expect(await running).toEqual({ answer: ANSWER, replayed: false })
  })

  test('waits without asking the database again and again, however many wait', async () => {
    const first = slowWork()
    const running = once(first.work)
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled())
    const claim = vi.spyOn(db.idempotencyRecords, 'claim')
    const waiting = Array.from({ length: 20 }, () => once(async () => ANSWER))
    await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(40))
    await sleep(250)
    expect(claim, 'twice on arrival').toHaveBeenCalledTimes(40)
    first.resolve(ANSWER)
    await running
    for (const { replayed } of await Promise.all(waiting)) expect(replayed).toBe(true)
    expect(claim, 'and once when told').toHaveBeenCalledTimes(60)
  })

  test('is refused when 20 wait already', async () => {
    const first = slowWork()
    const running = once(first.work)
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled())
    const waiting = Array.from({ length: 25 }, () => once(async () => ANSWER).catch((error: AppError) => error.kind))
    await expect(Promise.any(waiting)).resolves.toBe('throttled')
    first.resolve(ANSWER)
    await running
    const outcomes = await Promise.all(waiting)
    expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(5)
  })

  test('reports its own error when the key cannot be freed, which is done as soon as it can be', async () => {
    const full = new Error('the disk is full')
    vi.spyOn(db.idempotencyRecords, 'abandon').mockRejectedValueOnce(full)
    const expire = vi.spyOn(db.leases, 'expire').mockRejectedValueOnce(full)
    await expect(once(() => Promise.reject(new Error('no foreground')))).rejects.toThrow('no foreground')
    expect(onError).toHaveBeenCalledExactlyOnceWith(full)
    for (let told = 0; told < 2; told++) await leases.tellExpired()
    expect(expire).toHaveBeenCalledTimes(2)
    expect(await once(async () => ANSWER)).toEqual({ answer: ANSWER, replayed: false })
  })
})
