import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelled, ticksFor } from '../../web/src/format/ticks.js'

test.each<[number, readonly number[]]>([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1234, [0, 500, 1000, 1500]],
])('the axis of %i', (largest, ticks) => {
  expect(ticksFor(largest)).toEqual(ticks)
})

test('an axis reaches the largest value with few whole numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (largest) => {
      const ticks = ticksFor(largest)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})

test.each<[number, readonly number[]]>([
  [1, [0]],
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [30, [0, 5, 10, 15, 20, 25]],
])('of %i days these have a label', (places, expected) => {
  expect(labelled(places)).toEqual(expected)
})
