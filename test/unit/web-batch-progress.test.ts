/** How far the photos of a batch are: what is measured, what is estimated, and that it never goes back. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Progress, shareOf, withQueueState, withSent } from '../../web/src/pages/playground/batch/progress.js'

const EXPECTED_MS = 4000
const sent = (at: number): Progress => ({ sent: 1, sentAt: at })
const next = { ahead: 3, waitMs: 7000, workMs: 2000 }

test('grows with what is sent, then with the time, and is never at its end before the result is here', () => {
  const work = { since: 1000, expectedMs: EXPECTED_MS }
  const steps: [Progress, number][] = [
    [{ sent: 0 }, 0],
    [{ sent: 0.5 }, 0],
    [sent(900), 900],
    [{ ...sent(900), work }, 1001],
    [{ ...sent(900), work }, 3000],
    [{ ...sent(900), work }, 5000],
    [{ ...sent(900), work }, 60_000],
  ]
  const shares = steps.map(([progress, now]) => shareOf(progress, now))
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(new Set(shares).size).toBe(shares.length)
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBeLessThan(1)
})

test('whoever waits in the queue stands still and knows the place; the others are at work since they were sent', () => {
  const known = new Map([
    ['second', sent(2000)],
    ['first', sent(1000)],
    ['third', sent(3000)],
    ['on its way', { sent: 0.4 }],
  ])
  const placed = withQueueState(known, { running: 1, waiting: 2, next }, 9000, EXPECTED_MS)
  expect(placed.get('first')?.work).toEqual({ since: 1000, expectedMs: EXPECTED_MS })
  expect(placed.get('second')).toEqual({ ...sent(2000), queue: { ahead: 3, leftMs: 9000 } })
  expect(placed.get('third')).toEqual({ ...sent(3000), queue: {} })
  expect(placed.get('on its way')).toEqual({ sent: 0.4 })

  // Whoever waited begins only now; whoever has begun goes on, whatever the queue says.
  const later = withQueueState(placed, { running: 2, waiting: 1, next }, 12_000, 9 * EXPECTED_MS)
  expect(later.get('first')?.work).toEqual({ since: 1000, expectedMs: EXPECTED_MS })
  expect(later.get('second')).toMatchObject({ queue: undefined, work: { since: 12_000 } })
  expect(withQueueState(later, { running: 0, waiting: 1, next }, 13_000, 1).get('second')?.work?.since).toBe(12_000)
})

test('never goes back, whatever is told in whichever order', () => {
  const event = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    running: fc.nat(2),
    queued: fc.boolean(),
    isSent: fc.boolean(),
    afterMs: fc.nat(5000),
  })
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let now = 0
      let known: ReadonlyMap<string, Progress> = new Map([['other', sent(0)]])
      let last = 0
      for (const { share, running, queued, isSent, afterMs } of events) {
        now += afterMs
        known = isSent
          ? new Map(known).set('mine', withSent(known.get('mine'), share, now))
          : withQueueState(known, { running, waiting: 1, ...(queued && { next }) }, now, 1 + share * EXPECTED_MS)
        const shown = shareOf(known.get('mine') ?? { sent: 0 }, now)
        expect(shown).toBeGreaterThanOrEqual(last)
        last = shown
      }
    }),
  )
})
