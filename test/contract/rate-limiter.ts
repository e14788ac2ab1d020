/** What every RateLimiter promises: section 6 of the compatibility contract. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../src/base/clock.js'
import type { RateLimiter } from '../../src/ratelimit/port.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'

export function rateLimiterContract(name: string, open: (clock: Clock) => Promise<RateLimiter>): void {
  describe(`${name} keeps the RateLimiter promises`, () => {
    let clock: ManualClock
    let limiter: RateLimiter
    let key: string
    let count = 0

    beforeEach(async () => {
      clock = manualClock()
      limiter = await open(clock.now)
      key = `key-${process.pid}-${++count}`
    })

    const nowSeconds = (): number => Math.floor(clock.now() / 1000)
    /** The end of a window, and how long that is from now. */
    const until = (resetSeconds: number) => ({ resetSeconds, retryAfterSeconds: resetSeconds - nowSeconds() })
    const useUp = async (limit: number): Promise<void> => {
      for (let used = 0; used < limit; used++) await limiter.take(key, limit)
    }

    test('the first call opens a window of 60 seconds from its own second', async () => {
      const resetSeconds = nowSeconds() + 60
      expect(await limiter.take(key, 40)).toEqual({ allowed: true, limit: 40, remaining: 39, ...until(resetSeconds) })
    })

    test('40 calls count down from 39 to 0 with one reset; the 41st is refused', async () => {
      const resetSeconds = nowSeconds() + 60
      for (let remaining = 39; remaining >= 0; remaining--) {
        expect(await limiter.take(key, 40)).toEqual({ allowed: true, limit: 40, remaining, ...until(resetSeconds) })
        clock.advance(1000)
      }
      expect(await limiter.take(key, 40)).toEqual({ allowed: false, limit: 40, remaining: 0, ...until(resetSeconds) })
    })

    test('how long to wait is told in whole seconds, never less than one', async () => {
      const { resetSeconds } = await limiter.take(key, 1)
      clock.advance(resetSeconds * 1000 - 7000 - clock.now())
      expect(await limiter.take(key, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 7 })
      clock.advance(6999)
      expect(await limiter.take(key, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    })

    test('a refused call uses no unit', async () => {
      await useUp(3)
      for (let tries = 0; tries < 5; tries++) expect((await limiter.take(key, 3)).allowed).toBe(false)
      expect(await limiter.take(key, 4)).toMatchObject({ allowed: true, remaining: 0 })
    })

    test('a window lasts to the end of its last second and not longer', async () => {
      const { resetSeconds } = await limiter.take(key, 1)
      clock.advance(resetSeconds * 1000 - 1 - clock.now())
      expect(await limiter.take(key, 1)).toMatchObject({ allowed: false, resetSeconds })
      clock.advance(1)
      const next = { allowed: true, remaining: 0, resetSeconds: resetSeconds + 60 }
      expect(await limiter.take(key, 1)).toMatchObject(next)
    })

    test('a window lasts as long as the call that opens it says', async () => {
      const resetSeconds = nowSeconds() + 900
      expect(await limiter.take(key, 1, 900)).toEqual({ allowed: true, limit: 1, remaining: 0, ...until(resetSeconds) })
      clock.advance(resetSeconds * 1000 - 1 - clock.now())
      expect(await limiter.take(key, 1, 900)).toMatchObject({ allowed: false, resetSeconds })
      expect(await limiter.take(`${key}-short`, 1)).toMatchObject({ resetSeconds: nowSeconds() + 60 })
      clock.advance(1)
      expect(await limiter.take(key, 1, 900)).toMatchObject({ allowed: true, resetSeconds: resetSeconds + 900 })
    })

    test('when the clock is set back, what is used stays used, and nobody waits longer than a window', async () => {
      await useUp(2)
      clock.advance(-3_600_000)
      expect(await limiter.take(key, 2)).toMatchObject({ allowed: false, resetSeconds: nowSeconds() + 60 })
      clock.advance(60_000)
      expect(await limiter.take(key, 2)).toMatchObject({ allowed: true, resetSeconds: nowSeconds() + 60 })
    })

    test('a window is neither shortened nor prolonged by the calls of other keys', async () => {
      await limiter.take(`${key}-other`, 1)
      clock.advance(5000)
      const { resetSeconds } = await limiter.take(key, 1)
      clock.advance(55_000) // the other window ends
      await limiter.take(`${key}-other`, 1)
      expect(await limiter.take(key, 1)).toMatchObject({ allowed: false, resetSeconds })
      clock.advance(5000)
      expect(await limiter.take(key, 1)).toMatchObject({ allowed: true, resetSeconds: resetSeconds + 60 })
    })

    test('the next window opens with the next call, not on a grid', async () => {
      await limiter.take(key, 2)
      clock.advance(60_000 + 17_300)
      expect(await limiter.take(key, 2)).toMatchObject({ remaining: 1, resetSeconds: nowSeconds() + 60 })
    })

    test('each key has a counter and a window of its own', async () => {
      await useUp(2)
      clock.advance(5000)
      const other = await limiter.take(`${key}-other`, 2)
      expect(other).toMatchObject({ allowed: true, remaining: 1, resetSeconds: nowSeconds() + 60 })
      expect(await limiter.take(key, 2)).toMatchObject({ allowed: false, resetSeconds: nowSeconds() + 55 })
    })

    test('of 100 calls at once with a limit of 40, exactly 40 are allowed', async () => {
      const states = await Promise.all(Array.from({ length: 100 }, () => limiter.take(key, 40)))
      const allowed = states.filter((state) => state.allowed)
      expect(allowed).toHaveLength(40)
      expect(new Set(allowed.map((state) => state.remaining)).size).toBe(40)
    })

    test('a higher limit counts at once, within the running window', async () => {
      await useUp(2)
      expect((await limiter.take(key, 2)).allowed).toBe(false)
      expect(await limiter.take(key, 5)).toMatchObject({ allowed: true, limit: 5, remaining: 2 })
    })

    test('a lower limit counts at once; what was used stays used, and remaining is never negative', async () => {
      await useUp(4)
      expect(await limiter.take(key, 2)).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
      expect(await limiter.take(key, 5)).toMatchObject({ allowed: true, limit: 5, remaining: 0 })
    })

    test('a unit that is given back can be used again', async () => {
      await limiter.take(key, 2)
      const last = await limiter.take(key, 2)
      const resetSeconds = nowSeconds() + 60
      clock.advance(3000)
      expect(await limiter.giveBack(key, last)).toEqual({
        allowed: true,
        limit: 2,
        remaining: 1,
        ...until(resetSeconds),
      })
      expect(await limiter.take(key, 2)).toEqual({ allowed: true, limit: 2, remaining: 0, ...until(resetSeconds) })
      expect((await limiter.take(key, 2)).allowed).toBe(false)
    })

    test('a unit of an earlier window is not given back to a later one', async () => {
      const early = await limiter.take(key, 2)
      clock.advance(61_000)
      await limiter.take(key, 2)
      expect(await limiter.giveBack(key, early)).toEqual(early)
      expect(await limiter.take(key, 2)).toMatchObject({ allowed: true, remaining: 0 })
      expect((await limiter.take(key, 2)).allowed).toBe(false)
    })

    test('a unit of a window that has closed since adds nothing to the next one', async () => {
      const early = await limiter.take(key, 2)
      clock.advance(61_000)
      await limiter.giveBack(key, early)
      expect(await limiter.take(key, 2)).toMatchObject({ remaining: 1, resetSeconds: nowSeconds() + 60 })
    })

    test('a refused call has nothing to give back', async () => {
      await useUp(2)
      const refused = await limiter.take(key, 2)
      expect(await limiter.giveBack(key, refused)).toEqual(refused)
      expect((await limiter.take(key, 2)).allowed).toBe(false)
    })

    test('giving back never leaves more than the limit', async () => {
      const taken = await limiter.take(key, 2)
      await limiter.giveBack(key, taken)
      expect((await limiter.giveBack(key, taken)).remaining).toBe(2)
      await useUp(2)
      expect((await limiter.take(key, 2)).allowed).toBe(false)
    })
  })
}
