/** The clock of a shared database, as its servers see it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabaseClock } from '../../src/db/database-clock.js'

/** What the database says, and how long each of the two ways takes. */
let time: number
let wayMs: number
let counted: number
const counter = (): number => counted
const pass = (milliseconds: number): void => {
  time += milliseconds
  counted += milliseconds
}
const ask = vi.fn(async () => {
  pass(wayMs)
  const answer = time
  pass(wayMs)
  return answer
})

beforeEach(() => {
  vi.useFakeTimers()
  ;[time, wayMs, counted] = [1_800_000_000_000, 20, 5]
  ask.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('it is the database’s, also between two looks, and whatever the way to it takes', async () => {
  const clock = await openDatabaseClock(ask, counter)
  expect(clock.now()).toBe(time)
  pass(5000)
  expect(clock.now()).toBe(time)
  vi.setSystemTime(0) // somebody sets the clock of this machine
  expect(clock.now()).toBe(time)
  time += 700 // that of the database was set
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(time)
  clock.stop()
})

test('it goes on while the database is away, or slow to tell; and no longer when it is stopped', async () => {
  const clock = await openDatabaseClock(ask, counter)
  ask.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  wayMs = 600
  const before = time
  time += 60_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now(), 'that answer was not believed').toBe(before + 2 * wayMs)
  wayMs = 20
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(time)
  ask.mockClear()
  clock.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})
