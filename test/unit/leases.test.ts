/** Leases of running requests, and the name of the node that they belong to. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database, Ledger } from '../../src/db/port.js'
import { nodeNameIn } from '../../src/server/node-name.js'
import { createLeases, LEASE_MS } from '../../src/service/images/leases.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
afterEach(() => void vi.useRealTimers())

const fakeDb = (leases: Partial<Database['leases']>): Pick<Database, 'leases' | 'ledger'> => ({
  leases: { renew: vi.fn(), expire: vi.fn(), endAllOf: vi.fn(), ...leases },
  ledger: { releaseExpired: vi.fn(async () => 0) } as Partial<Ledger> as Ledger,
})

test('leases are renewed while their requests run, and not when those hang', async () => {
  const clock = manualClock()
  const renew = vi.fn(async () => {})
  const leases = createLeases({
    db: fakeDb({ renew }),
    node: 'node',
    clock: clock.now,
    requestLifeMs: 5000,
    onError: () => {},
  })
  const [over, running] = [leases.open(), leases.open()]
  expect(over.owner).not.toBe(running.owner)
  over.end()
  clock.advance(5000)
  const young = leases.open()
  await leases.renew()
  expect(renew).toHaveBeenLastCalledWith([running.owner, young.owner], clock.now() + LEASE_MS)
  clock.advance(1)
  await leases.renew()
  expect(renew).toHaveBeenLastCalledWith([young.owner], clock.now() + LEASE_MS)
})

test('what requests could not close is ended every second until the database hears of it, a batch at a time', async () => {
  vi.useFakeTimers()
  const clock = manualClock()
  const onError = vi.fn()
  const away = new Error('away')
  const expire = vi
    .fn(async (_: readonly string[]) => {})
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away)
  const db = fakeDb({ expire })
  const leases = createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: 5000, onError })
  const opened = Array.from({ length: 700 }, () => leases.open())
  for (const lease of opened) lease.expire()
  await vi.advanceTimersByTimeAsync(2999)
  expect(onError.mock.calls).toEqual([[away], [away]])
  expect(db.ledger.releaseExpired).not.toHaveBeenCalled()
  expire.mockClear()
  await vi.advanceTimersByTimeAsync(1)
  expect(expire.mock.calls.map(([owners]) => owners.length)).toEqual([500, 200])
  expect(db.ledger.releaseExpired).toHaveBeenCalledWith(clock.now(), expect.any(Number))
  await leases.renew()
  expect(db.leases.renew).toHaveBeenCalledWith([], expect.any(Number))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(expire, 'heard is heard').toHaveBeenCalledTimes(2)
})

test('what has run out by itself meanwhile is not told any more', async () => {
  vi.useFakeTimers()
  const clock = manualClock()
  const expire = vi.fn(() => Promise.reject(new Error('away')))
  const leases = createLeases({
    db: fakeDb({ expire }),
    node: 'node',
    clock: clock.now,
    requestLifeMs: 5000,
    onError: vi.fn(),
  })
  leases.open().expire()
  clock.advance(LEASE_MS + 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(expire).toHaveBeenCalledTimes(1)
})

test('a node keeps its name; others have other names', async () => {
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')]
  for (const dataDir of [one, two]) await mkdir(dataDir)
  const name = await nodeNameIn(one)
  expect(await nodeNameIn(one)).toBe(name)
  expect(await nodeNameIn(two)).not.toBe(name)
})
