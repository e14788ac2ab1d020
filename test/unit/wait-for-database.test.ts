/** A server that is there before its database. */
import { afterEach, expect, test, vi } from 'vitest'
import { notConnected } from '../../src/db/postgres-errors.js'
import { waitForDatabase } from '../../src/db/wait-for-database.js'

const log = { warn: vi.fn(), info: vi.fn() }
/** As whoever asks for a connection is told of it. */
const failure = (code: string): Error => notConnected(Object.assign(new Error('no'), { code }), 'db.local/silhouette')

afterEach(() => {
  vi.resetAllMocks()
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '53300'])(
  'waits with growing pauses while it cannot be reached (%s), and says so once',
  async (code) => {
    const pauses: number[] = []
    const open = async (): Promise<string> => {
      if (pauses.length < 7) throw failure(code)
      return 'the database'
    }
    expect(await waitForDatabase(open, log, async (ms) => pauses.push(ms))).toBe('the database')
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
    const reason = 'The database db.local/silhouette cannot be reached (no); check DATABASE_URL and the server'
    expect(log.warn.mock.calls).toEqual([[{ reason }, 'the server waits for its database']])
    expect(log.info.mock.calls).toEqual([['the database answers: the server starts']])
  },
)

test.each(['28P01', '28000', '3D000'])('does not wait where it answers and lets nobody in (%s)', async (code) => {
  const open = vi.fn(async () => Promise.reject(failure(code)))
  await expect(waitForDatabase(open, log)).rejects.toThrow('check DATABASE_URL')
  expect(open).toHaveBeenCalledTimes(1)
})

test('says nothing where it is there', async () => {
  expect(await waitForDatabase(async () => 'the database', log)).toBe('the database')
  expect([...log.warn.mock.calls, ...log.info.mock.calls]).toEqual([])
})
