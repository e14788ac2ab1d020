import { expect, test } from 'vitest'
import type { EngineState } from '../../src/engine/port.js'
import { createCapacity } from '../../src/service/operator/capacity.js'

const MINUTE = 60_000

test('the worst moment of each five minutes is kept, and the average of what was busy, for six hours', async () => {
  let now = 1_800_000_000_000
  now -= now % (5 * MINUTE)
  const started = now
  let load = { busy: 0, waiting: 0, expectedWaitMs: 0 }
  const state = async (): Promise<EngineState> => ({
    ready: true,
    workers: { idle: 2 - load.busy, busy: load.busy, starting: 0 },
    waiting: load.waiting,
    expectedWaitMs: load.expectedWaitMs,
    workerMemoryBytes: [],
  })
  const capacity = createCapacity({ engine: { state }, clock: () => now })
  expect(capacity.trend()).toEqual([])
  await capacity.look()
  load = { busy: 2, waiting: 7, expectedWaitMs: 12_000 }
  now += MINUTE
  await capacity.look()
  load = { busy: 2, waiting: 1, expectedWaitMs: 500 }
  now += 4 * MINUTE
  await capacity.look()
  expect(capacity.trend()).toEqual([
    { from: started, waiting: 7, waitMs: 12_000, busy: 0.5 },
    { from: started + 5 * MINUTE, waiting: 1, waitMs: 500, busy: 1 },
  ])
  now += 6 * 60 * MINUTE - 5 * MINUTE
  expect(capacity.trend()).toHaveLength(1)
  now += 5 * MINUTE
  expect(capacity.trend()).toEqual([])
  for (let looks = 0; looks < 100; looks++) {
    now += 5 * MINUTE
    await capacity.look()
  }
  expect(capacity.trend().length).toBeLessThanOrEqual(72)
})
