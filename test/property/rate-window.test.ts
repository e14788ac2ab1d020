/** The rate window under any mix of waiting, calling, giving back and changing the limit, judged by the history alone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import type { RateState } from '../../src/ratelimit/port.js'
import { manualClock } from '../support/manual-clock.js'

type Step =
  | { do: 'wait'; milliseconds: number }
  | { do: 'take'; key: string }
  | { do: 'give back'; call: number }
  | { do: 'change limit'; limit: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      milliseconds: fc.oneof(fc.nat(2000), fc.nat(90_000), fc.constantFrom(999, 1000, 59_999, 60_000, 60_001)),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('take'), key: fc.constantFrom('ann', 'bob') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give back'), call: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change limit'), limit: fc.integer({ min: 1, max: 6 }) }) },
) as fc.Arbitrary<Step>

interface Call {
  key: string
  state: RateState
  returned: boolean
}

describe('the rate window', () => {
  test('never allows more than the limit, tells what remains, and keeps its reset', async () => {
    const sequences = fc.array(step, { minLength: 1, maxLength: 80, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sequences, fc.integer({ min: 1, max: 6 }), async (steps, firstLimit) => {
        const clock = manualClock()
        const limiter = createMemoryRateLimiter(clock.now)
        const calls: Call[] = []
        let limit = firstLimit

        /** Units of that window that are allowed and not given back. */
        const used = (key: string, resetSeconds: number): number =>
          calls.filter(
            (call) =>
              call.key === key && call.state.resetSeconds === resetSeconds && call.state.allowed && !call.returned,
          ).length

        for (const next of steps) {
          const nowSeconds = Math.floor(clock.now() / 1000)
          if (next.do === 'wait') clock.advance(next.milliseconds)
          else if (next.do === 'change limit') limit = next.limit
          else if (next.do === 'take') {
            const { key } = next
            const before = calls.findLast((call) => call.key === key)?.state.resetSeconds ?? 0
            const resetSeconds = nowSeconds < before ? before : nowSeconds + 60
            const usedBefore = used(key, resetSeconds)
            const state = await limiter.take(key, limit)
            calls.push({ key, state, returned: false })
            expect(state.allowed).toBe(usedBefore < limit)
            expect(state).toMatchObject({ limit, resetSeconds })
            expect(state.remaining).toBe(Math.max(0, limit - used(key, resetSeconds)))
            if (state.allowed) expect(used(key, resetSeconds)).toBeLessThanOrEqual(limit)
          } else {
            const call = calls[next.call % Math.max(1, calls.length)]
            if (!call || call.returned) continue
            const { key, state } = call
            call.returned = true
            const after = await limiter.giveBack(key, state)
            expect(after.resetSeconds).toBe(state.resetSeconds)
            if (state.allowed && nowSeconds < state.resetSeconds) {
              expect(after.remaining).toBe(Math.max(0, state.limit - used(key, state.resetSeconds)))
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
