import { expect, test } from 'vitest'
import type { CapacityReport } from '../../web/src/api/types.js'
import { adviceFor } from '../../web/src/pages/operator/advice.js'

const NOW = 1_800_000_000_000
const report = (facts: Partial<CapacityReport> = {}): CapacityReport => ({
  shared: false,
  workers: { idle: 1, busy: 0, starting: 0 },
  waiting: 0,
  expectedWaitMs: 0,
  queueSize: 64,
  maxWaitMs: 25_000,
  configured: { workers: 1, threadsPerWorker: 1 },
  machine: { cores: 2, memoryBytes: 8 * 1024 ** 3 },
  trend: [],
  ...facts,
})

test.each<[string, Partial<CapacityReport>, string, RegExp]>([
  ['idle', {}, 'success', /hardly wait/],
  ['busy', { expectedWaitMs: 12_000 }, 'warning', /wait up to 12 s; raise WORKERS \(now 1, on 2 cores\)/],
  [
    'no core left',
    { expectedWaitMs: 12_000, configured: { workers: 1, threadsPerWorker: 2 } },
    'warning',
    /All 2 cores/,
  ],
  ['no memory left', { expectedWaitMs: 9000, machine: { cores: 2, memoryBytes: 3e9 } }, 'warning', /memory/],
  ['a fleet', { expectedWaitMs: 9000, shared: true }, 'warning', /worker machine/],
  ['nobody works', { workers: { idle: 0, busy: 0, starting: 1 } }, 'danger', /No worker/],
  ['it was busy', { trend: [{ from: NOW - 600_000, waiting: 3, waitMs: 8000, busy: 1 }] }, 'warning', /8 s/],
  ['long ago', { trend: [{ from: NOW - 7_200_000, waiting: 3, waitMs: 8000, busy: 1 }] }, 'success', /hardly wait/],
])('%s', (_, facts, kind, text) => {
  const advice = adviceFor(report(facts), NOW)
  expect(advice.kind).toBe(kind)
  expect(advice.text).toMatch(text)
})
