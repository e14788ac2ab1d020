import { expect, test } from 'vitest'
import type { BatchJob } from '../../src/db/port.js'
import { expectedEnd } from '../../src/service/jobs/expected-end.js'

const NOW = 1_000_000

function job(counts: Partial<BatchJob['counts']>, times: Partial<BatchJob> = {}): BatchJob {
  const all = { waiting: 0, running: 0, finished: 0, failed: 0, cancelled: 0, ...counts }
  const total = Object.values(all).reduce((sum, count) => sum + count)
  const facts = { id: 'job', accountId: 'acc', operation: 'remove', createdAt: 0, cancelledAt: null, expiresAt: null }
  return { ...facts, total, counts: all, startedAt: NOW - 6000, finishedAt: null, ...times }
}

test('at its own pace, however its images ended', () => {
  expect(expectedEnd(job({ finished: 2, failed: 1, running: 1, waiting: 3, cancelled: 9 }), NOW)).toBe(NOW + 8000)
})

test('before the first image has ended, behind earlier jobs, at the pace of the last one', () => {
  const waiting = job({ running: 1, waiting: 1 })
  expect(expectedEnd(waiting, NOW, { ahead: 10, usualPaceMs: 500 })).toBe(NOW + 6000)
  expect(expectedEnd(job({ waiting: 2 }, { startedAt: null }), NOW, { ahead: 0, usualPaceMs: 500 })).toBe(NOW + 1000)
})

test('not known without any pace, nor of a job that has ended', () => {
  expect(expectedEnd(job({ waiting: 2 }), NOW)).toBeUndefined()
  expect(expectedEnd(job({ waiting: 2 }), NOW, { ahead: 3 })).toBeUndefined()
  expect(expectedEnd(job({ finished: 1 }, { finishedAt: NOW }), NOW, { ahead: 0, usualPaceMs: 5 })).toBeUndefined()
})
