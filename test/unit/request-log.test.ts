/** The log of requests never keeps anybody waiting, and loses nothing that it could have written. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RequestRecord } from '../../src/db/port.js'
import { createRequestLog } from '../../src/service/accounts/request-log.js'

const written: string[][] = []
let trouble: Error | undefined
const onError = vi.fn()
const requests = {
  write: async (records: readonly RequestRecord[]) => {
    if (trouble) throw trouble
    written.push(records.map(({ id }) => id))
  },
  page: vi.fn(async () => ({ items: [], next: undefined })),
  errors: vi.fn(async () => []),
  forget: vi.fn(async () => 0),
}
let log: ReturnType<typeof createRequestLog>
let count = 0
const note = (times = 1): void => {
  for (let made = 0; made < times; made++) {
    const call = { accountId: 'acc', keyId: 'key', method: 'POST', route: '/v1/remove', status: 201, code: null }
    log.note({ ...call, id: `req_${++count}`, durationMs: 1, credits: 1, watermark: null })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  log = createRequestLog({ db: { requests }, clock: () => 1000, onError })
})
afterEach(() => {
  vi.useRealTimers()
  written.length = 0
  trouble = undefined
  onError.mockReset()
  count = 0
})

test('rows are written a second later, together', async () => {
  note(3)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([['req_1', 'req_2', 'req_3']])
  note()
  await vi.advanceTimersByTimeAsync(1000)
  expect(written.at(-1)).toEqual(['req_4'])
})

test('many are written in batches, each row once, also when it is asked for at once', async () => {
  note(1200)
  await Promise.all([log.close(), log.close()])
  expect(written.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(new Set(written.flat()).size).toBe(1200)
})

test('who looks, and a server that stops, write first what is left', async () => {
  note()
  await log.list({}, { limit: 5 })
  note()
  await log.errors(1000)
  note()
  await log.close()
  expect(written).toEqual([['req_1'], ['req_2'], ['req_3']])
})

test('while the database is away rows are kept, up to a limit, and nobody fails for it', async () => {
  trouble = new Error('away')
  note(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onError).toHaveBeenCalledExactlyOnceWith(trouble)
  await log.list({}, { limit: 5 })
  note(20_000)
  await vi.advanceTimersByTimeAsync(1000)
  trouble = undefined
  await log.close()
  expect(written.flat()).toHaveLength(20_000)
  expect(written.flat().at(0)).toBe('req_3')
})
