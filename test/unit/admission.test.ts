/** Who gets work done: repeated request, rate, overload, in this order; over a real database and rate limiter. */
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import type { Slot } from '../../src/engine/port.js'
import { AppError } from '../../src/errors.js'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import type { RateLimiter } from '../../src/ratelimit/port.js'
import { type Admission, type AdmissionRequest, createAdmission, type Permit } from '../../src/service/admission.js'
import { createClaimNews } from '../../src/service/claim-news.js'
import { createLeases } from '../../src/service/leases.js'
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
let count = 0

beforeEach(async () => {
  clock = manualClock()
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), clock.now)
  limiter = createMemoryRateLimiter(clock.now)
  remaining = []
  released = 0
  full = false
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 })
  admission = createAdmission({
    db,
    rateLimiter: limiter,
    engine: { admit },
    clock: clock.now,
    rateLimitPerMinute: 2,
    leases: createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: 600_000, onError: () => {} }),
    claimNews: createClaimNews(),
    onError: () => {},
  })
})
afterEach(() => db.close())

function admit(): Slot {
  if (full) throw new AppError('busy', 'full', { retryAfterSeconds: 5 })
  return { run: vi.fn(), release: () => void released++ }
}

const request = (changes: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  key: { id: 'key_1', rateLimit: null },
  idempotencyKey: undefined,
  fingerprint: 'abc',
  signal: new AbortController().signal,
  onRate: (rate) => void remaining.push(rate.remaining),
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
    await admission(request({ key: { id: 'key_1', rateLimit: 3 } }), done)
    expect(remaining).toEqual([1, 0, 0, 0])
  })

  test('refuses when the engine is full, and gives the unit of the rate and the Idempotency-Key back', async () => {
    full = true
    await expect(admission(request({ idempotencyKey: 'order 17' }), done)).rejects.toMatchObject({ kind: 'busy' })
    expect({ remaining, released }).toEqual({ remaining: [1, 2], released: 0 })
    full = false
    expect(await admission(request({ idempotencyKey: 'order 17' }), done)).toMatchObject({ replayed: false })
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
