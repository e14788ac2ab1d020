/** Which trouble takes a server out of rotation, and which it tells while it goes on. */
import { expect, test, vi } from 'vitest'
import { announceReady } from '../../src/server/announce-ready.js'
import { type Checks, type Readiness, readinessOf } from '../../src/service/operator/readiness.js'

const WELL = { networks: 'ok', database: 'ok', storage: 'ok', redis: 'ok' } as const
const FLEET = { engine: true, storage: true }
const BUCKET = { engine: false, storage: true }
const ALONE = { engine: false, storage: false }

test.each<[trouble: Partial<Checks>, shared: typeof FLEET, status: Readiness['status'], unavailable?: string[]]>([
  [{}, FLEET, 'ready'],
  [{ storage: 'unreachable' }, FLEET, 'degraded', ['images', 'results']],
  [{ storage: 'unreachable' }, BUCKET, 'degraded', ['results']],
  [{ storage: 'full' }, ALONE, 'not ready'],
  [{ networks: 'Redis is full' }, FLEET, 'degraded', ['images']],
  [{ networks: 'no workers' }, FLEET, 'degraded', ['images']],
  [{ networks: 'queue unreachable', redis: 'unreachable' }, FLEET, 'degraded', ['images', 'rate limits']],
  [{ networks: 'workers of another version only' }, FLEET, 'not ready'],
  [{ networks: 'draining' }, FLEET, 'not ready'],
  [{ networks: 'starting' }, ALONE, 'not ready'],
  [{ networks: 'workers cannot start' }, BUCKET, 'not ready'],
  [{ redis: 'full' }, BUCKET, 'degraded', ['rate limits']],
  [{ database: 'unreachable', storage: 'unreachable' }, FLEET, 'not ready'],
])('%j, where %j is shared: %s', (trouble, shared, status, unavailable) => {
  const checks = { ...WELL, ...trouble }
  expect(readinessOf(checks, shared)).toEqual({ status, checks, ...(unavailable && { unavailable }) })
})

test('the log says what is missing once, and "ready" when it has come', async () => {
  vi.useFakeTimers()
  const found = [{ networks: 'no workers' }, { networks: 'no workers' }, {}, {}] as const
  const log = { info: vi.fn(), warn: vi.fn() }
  let looks = 0
  const look = async (): Promise<Readiness> => readinessOf({ ...WELL, ...found[looks++] }, FLEET)
  await announceReady(look, log, () => false)
  expect(log.info).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ unavailable: ['images'] }),
    'serving what can be served',
  )
  expect(log.info).toHaveBeenCalledExactlyOnceWith('ready')
  expect(looks).toBe(3)
})
