/** Numbers and times as the page writes them. */
import { describe, expect, test } from 'vitest'
import { formatBytes, formatChange, formatLimit, formatNumber } from '../../web/src/format/numbers.js'
import { formatAgo, formatDay, formatDuration, formatSpan } from '../../web/src/format/times.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('numbers', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [20_971_520, '21 MB'],
    [302_445, '302 kB'],
    [4_612_000, '4.6 MB'],
    [2e15, '2,000 TB'],
  ])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test('changes carry their sign', () => {
    expect([formatChange(1200), formatChange(-2), formatChange(0)]).toEqual(['+1,200', '−2', '0'])
    expect(formatNumber(1_000_000)).toBe('1,000,000')
  })

  test('limits are said as they are set', () => {
    expect([formatLimit(20_971_520), formatLimit(5_000_000)]).toEqual(['20 MB', '5 MB'])
  })
})

describe('times', () => {
  test.each([
    [-5, '0 s'],
    [9_900, '9 s'],
    [65_000, '1 min 05 s'],
    [5 * HOUR + 12 * MINUTE, '5 h 12 min'],
    [2 * HOUR, '2 h'],
    [3 * DAY, '3 d'],
    [3 * DAY - 1, '2 d 23 h'],
  ])('%i ms are %s', (span, text) => expect(formatSpan(span)).toBe(text))

  test('how long something is kept is said in words', () => {
    expect([3 * DAY, 36 * HOUR, 90_000].map(formatDuration)).toEqual(['3 days', '36 hours', '90 seconds'])
  })

  test('what is past is said in one unit, and after a month by its date', () => {
    const now = Date.UTC(2026, 10, 15, 12)
    expect(formatAgo(now - 1000, now)).toBe('just now')
    expect(formatAgo(now - 5 * MINUTE, now)).toBe('5 min ago')
    expect(formatAgo(now - 26 * HOUR, now)).toBe('1 d ago')
    expect(formatAgo(now - 40 * DAY, now)).toMatch(/2026/)
  })

  test('a day is that day, whatever the time zone', () => {
    expect(formatDay('2026-11-15')).toBe('Nov 15')
  })
})
