/** Leases of running requests, and the name of the node that they belong to. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { nodeNameIn } from '../../src/node-name.js'
import { createLeases, LEASE_MS } from '../../src/service/leases.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()

test('leases are renewed while their requests run, and not when those hang', async () => {
  const clock = manualClock()
  const renew = vi.fn(async () => {})
  const db = { leases: { renew, endAllOf: async () => {} } }
  const leases = createLeases({ db, node: 'node', clock: clock.now, requestLifeMs: 5000, onError: () => {} })
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

test('a node keeps its name; others have other names', async () => {
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')]
  for (const dataDir of [one, two]) await mkdir(dataDir)
  const name = await nodeNameIn(one)
  expect(await nodeNameIn(one)).toBe(name)
  expect(await nodeNameIn(two)).not.toBe(name)
})
