/** Who gets work done: repeated request, rate, overload, in this order; over a real database and rate limiter. */
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import { AppError } from '../../src/base/errors.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import type { Slot } from '../../src/engine/port.js'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import type { RateLimiter } from '../../src/ratelimit/port.js'
import {
  type Admission,
  type AdmissionRequest,
  createAdmission,
  type Permit,
} from '../../src/service/images/admission.js'
import { createClaimNews } from '../../src/service/images/claim-news.js'
import { createLeases } from '../../src/service/images/leases.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
let clock: ManualClock
let db: Database
let admission: Admission
let limiter: RateLimiter
let remaining: number[]
let released: number
let full: boolean
let downloadsFull: boolean
let downloading: number
let count = 0

beforeEach(async () => {
  clock = manualClock()
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), clock.now)
  limiter = createMemoryRateLimiter(clock.now)
  remaining = []
  released = 0
  full = false
  downloadsFull = false
  downloading = 0
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 })
  admission = createAdmission({
    db,
    rateLimiter: limiter,
    engine: { admit },
    enterDownloads: () => {
      if (downloadsFull) throw new AppError('busy', 'downloads', { retryAfterSeconds: 5 })
      downloading += 1
      let left = false
      return () => {
        if (!left) downloading -= 1
        left = true
      }
    },
    rateLimitPerMinute: 2,
    accountRateLimit: 5,
    leases: createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: 600_000, onError: () => {} }),
    claimNews: createClaimNews(createLocalAnnouncements()),
    onError: () => {},
  })
})
afterEach(() => db.close())

async function admit(): Promise<Slot> {
  if (full) throw new AppError('busy', 'full', { retryAfterSeconds: 5 })
  return { forecast: FORECAST, run: vi.fn(), release: () => void released++ }
}

const FORECAST = { ahead: 2, waitMs: 3000, workMs: 1500 }
const KEY = {
  id: 'key_1',
  accountId: 'acc_1',
  sessionId: null,
  rateLimit: null,
  account: { rateLimit: null as number | null },
}
const request = (changes: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  key: KEY,
  slotRequest: { account: 'acc_1', rank: 'paid', kind: 'cutout' },
  idempotencyKey: undefined,
  fingerprint: 'abc',
  signal: new AbortController().signal,
  onRate: (rate) => void remaining.push(rate.remaining),
  onAdmitted: () => {},
  ...changes,
})
/** Work as it should be: it settles its claim. */
const done = async ({ claim, lease }: Permit): Promise<string> => {
  const answer = claim && { ...claim, ...lease.term(), text: '"done"' }
  await db.settle({ accountId: 'acc', operation: 'remove', answer })
  return 'done'
}

describe('admission', () => {
  test('does the work in a slot, which is released, and says what is left of the rate', async () => {
    expect(await admission(request(), done)).toEqual({ answer: 'done', replayed: false })
    expect({ remaining, released }).toEqual({ remaining: [1], released: 1 })
  })

  test('releases the slot after work that failed; its unit of the rate is used', async () => {
    const failing = (): Promise<never> => Promise.reject(new Error('broken'))
    await expect(admission(request(), failing)).rejects.toThrow('broken')
    expect({ remaining, released }).toEqual({ remaining: [1], released: 1 })
  })

  test('answers a repeated request without slot and rate', async () => {
    await admission(request({ idempotencyKey: 'order 17' }), done)
    const work = vi.fn(done)
    full = true
    const again = await admission(request({ idempotencyKey: 'order 17' }), work)
    expect(again).toEqual({ answer: 'done', replayed: true })
    expect(work).not.toHaveBeenCalled()
    expect(remaining).toEqual([1])
  })

  test('refuses beyond the rate, of the key or by default, and tells the rate first', async () => {
    for (let image = 0; image < 2; image++) await admission(request(), done)
    await expect(admission(request(), done)).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 60 })
    expect({ remaining, released }).toEqual({ remaining: [1, 0, 0], released: 2 })
    await admission(request({ key: { ...KEY, rateLimit: 3 } }), done)
    expect(remaining).toEqual([1, 0, 0, 0])
  })

  test('refuses when the engine is full, and gives the unit of the rate and the Idempotency-Key back', async () => {
    full = true
    await expect(admission(request({ idempotencyKey: 'order 17' }), done)).rejects.toMatchObject({ kind: 'busy' })
    expect({ remaining, released }).toEqual({ remaining: [1, 2], released: 0 })
    full = false
    expect(await admission(request({ idempotencyKey: 'order 17' }), done)).toMatchObject({ replayed: false })
  })

  test('a request that is refused later on for overload has its unit of the rate back, too', async () => {
    const refused = (): Promise<never> => Promise.reject(new AppError('busy', 'full', { retryAfterSeconds: 5 }))
    await expect(admission(request(), refused)).rejects.toMatchObject({ kind: 'busy' })
    expect({ remaining, released }).toEqual({ remaining: [1, 2], released: 1 })
  })

  describe('with pictures to download', () => {
    const slotRequest = { account: 'acc_1', rank: 'paid', kind: 'cutout', fetchesFirst: true } as const

    test('has a place for that until the first job runs, whatever becomes of it', async () => {
      const places: number[] = []
      await admission(request({ slotRequest }), async ({ slot }) => {
        places.push(downloading)
        await slot.run({ kind: 'convert', maxSide: 1, format: 'png' }, { input: '', output: '' }, request().signal)
        places.push(downloading)
      })
      expect(places).toEqual([1, 0])
      const failing = (): Promise<never> => Promise.reject(new Error('no such host'))
      await expect(admission(request({ slotRequest }), failing)).rejects.toThrow('no such host')
      expect({ downloading, released }).toEqual({ downloading: 0, released: 2 })
    })

    test('is refused when there is no such place, and keeps none when the engine is full', async () => {
      downloadsFull = true
      await expect(admission(request({ slotRequest }), done)).rejects.toMatchObject({
        kind: 'busy',
        message: 'downloads',
      })
      await admission(request(), done)
      downloadsFull = false
      full = true
      await expect(admission(request({ slotRequest }), done)).rejects.toMatchObject({ kind: 'busy', message: 'full' })
      expect(downloading).toBe(0)
    })
  })

  const images = async (count: number, key: Partial<AdmissionRequest['key']>): Promise<void> => {
    for (let image = 0; image < count; image++) await admission(request({ key: { ...KEY, ...key } }), done)
  }

  test('refuses beyond the rate of the account, over all its keys, and uses no unit of the key then', async () => {
    await images(2, { id: 'key_1' })
    await images(2, { id: 'key_2' })
    await images(1, { id: 'key_3' })
    const refused = admission(request({ key: { ...KEY, id: 'key_3' } }), done)
    await expect(refused).rejects.toMatchObject({
      kind: 'throttled',
      message: '5 images per minute for all keys of an account together; retry in 60 seconds',
    })
    expect(remaining, 'what is left of the nearer limit').toEqual([1, 0, 1, 0, 0, 0])
    await images(1, { id: 'key_4', accountId: 'acc_2' })
    clock.advance(60_000)
    await images(2, { id: 'key_3' })
  })

  test('lets a key go as far as the operator said, above the rate of the account', async () => {
    await images(7, { rateLimit: 7 })
    await expect(images(1, { rateLimit: 7 })).rejects.toMatchObject({ kind: 'throttled' })
  })

  test('goes on counting where the playground key before stopped', async () => {
    await images(1, { id: 'key_1', sessionId: 'one' })
    await images(1, { id: 'key_2', sessionId: 'one' })
    await expect(images(1, { id: 'key_3', sessionId: 'another' })).rejects.toMatchObject({ kind: 'throttled' })
    await images(2, { id: 'key_4' })
  })

  test('gives back what overload took from key and account', async () => {
    await images(2, { id: 'key_1' })
    full = true
    for (let image = 0; image < 9; image++)
      await expect(images(1, { id: 'key_2' })).rejects.toMatchObject({ kind: 'busy' })
    full = false
    await images(2, { id: 'key_2' })
    await images(1, { id: 'key_3' })
  })

  test('lets a repeated request wait for a unit of the rate, which it gives back', async () => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = admission(request({ idempotencyKey: 'order 17' }), async (permit) => {
      await ended
      return done(permit)
    })
    await vi.waitFor(() => expect(remaining).toEqual([1]))
    const waiting = admission(request({ idempotencyKey: 'order 17' }), done)
    const unitsLeft = async (): Promise<number> => {
      const rate = await limiter.take('key_1', 2)
      return (await limiter.giveBack('key_1', rate)).remaining
    }
    await vi.waitFor(async () => expect(await unitsLeft()).toBe(0))
    await expect(admission(request({ idempotencyKey: 'order 17' }), done)).rejects.toMatchObject({ kind: 'throttled' })
    expect(remaining, 'only whoever is refused hears of the rate').toEqual([1, 0])
    end()
    expect(await first).toMatchObject({ replayed: false })
    expect(await waiting).toMatchObject({ answer: 'done', replayed: true })
    expect(await unitsLeft()).toBe(1)
  })
})
