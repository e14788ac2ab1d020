/** What becomes of an image of a job that could not be processed. */
import { expect, test } from 'vitest'
import { AppError, type ErrorKind } from '../../src/base/errors.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { afterFailure } from '../../src/service/jobs/after-failure.js'

const NOW = 1_800_000_000_000
const DAY_MS = 24 * 3_600_000
const after = (error: AppError, more: { tries?: number; failedDownloads?: number; sinceMs?: number } = {}) =>
  afterFailure(error, { tries: 0, failedDownloads: 0, startedAt: NOW - (more.sinceMs ?? 0), ...more }, NOW)

test.each<ErrorKind>(['invalid_request', 'invalid_image', 'no_foreground', 'no_credit', 'forbidden', 'file_too_large'])(
  'what a request would be refused for is final: %s',
  (kind) => expect(after(new AppError(kind, 'no'))).toEqual({ final: true }),
)

test('an overloaded server is not the image’s fault: the pauses grow, up to five minutes, for a day', () => {
  const busy = new AppError('busy', 'later')
  const pauses = [0, 1, 2, 50].map((tries) => after(busy, { tries }))
  expect(pauses).toEqual([2000, 4000, 8000, 300_000].map((ms) => ({ final: false, notBefore: NOW + ms })))
  expect(after(busy, { sinceMs: DAY_MS - 1 }).final).toBe(false)
  expect(after(busy, { sinceMs: DAY_MS }).final).toBe(true)
  const told = new AppError('busy', 'later', { retryAfterSeconds: 60 })
  expect(after(told)).toEqual({ final: false, notBefore: NOW + 60_000 })
})

test('neither is a store in trouble', () => {
  const cause = new StoreTrouble('full', 'no room', undefined)
  expect(after(new AppError('internal', 'x', { cause }), { tries: 20 }).final).toBe(false)
})

test('an address has three chances, however often the server was busy; so has an error of ours', () => {
  const dead = new AppError('download_failed', 'status 404')
  expect([0, 1, 2].map((failedDownloads) => after(dead, { failedDownloads, tries: 9 }).final)).toEqual([
    false,
    false,
    true,
  ])
  const bug = new AppError('internal', 'x')
  expect([0, 1, 2].map((tries) => after(bug, { tries }).final)).toEqual([false, false, true])
})
