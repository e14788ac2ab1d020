/** Places for bodies that arrive: who gets one, and who loses one again. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AppError } from '../../src/base/errors.js'
import { createUploads, type Upload, type Uploads } from '../../src/service/images/uploads.js'
import { manualClock } from '../support/manual-clock.js'

const KB = 1024
const LIMITS = { count: 128, countPerAccount: 64, bytes: 128 * KB * KB }
const LARGEST = 10 * KB

afterEach(() => vi.useRealTimers())

function setUp(limits = LIMITS) {
  const clock = manualClock()
  return { clock, uploads: createUploads(limits, LARGEST, clock.now) }
}

/** A body whose client sends nothing. */
function silentBody(uploads: Uploads, account: string, bytes = KB): Upload {
  const upload = uploads.take(account, bytes)
  upload.arrival.wait()
  return upload
}

/** As many as the account gets. */
function takeAll(uploads: Uploads, account: string, bytes = KB): Upload[] {
  const taken: Upload[] = []
  try {
    for (;;) taken.push(silentBody(uploads, account, bytes))
  } catch (error) {
    expect((error as AppError).kind).toMatch(/^(throttled|busy)$/)
    return taken
  }
}

const reasonOf = ({ signal }: Upload): string | undefined =>
  signal.aborted ? (signal.reason as AppError).kind : undefined

/** After five seconds a piece comes of each. */
function trickle(clock: ReturnType<typeof manualClock>, uploads: readonly Upload[], bytes: number): void {
  clock.advance(5000)
  for (const { arrival } of uploads) {
    arrival.receive(bytes)
    arrival.wait()
  }
}

describe('shares', () => {
  test('accounts that take all they can leave room for one more, each time', () => {
    const { uploads } = setUp()
    const counts = ['a', 'b', 'c', 'd'].map((account) => takeAll(uploads, account).length)
    expect(counts).toEqual([64, 32, 16, 8])
  })

  test('however often they come back, everybody ends up with as much as is left', () => {
    const { uploads } = setUp()
    const held = new Map(['a', 'b', 'c'].map((account) => [account, takeAll(uploads, account)]))
    for (let round = 0; round < 300; round += 1) {
      for (const [account, bodies] of held) {
        bodies.shift()?.release()
        bodies.push(...takeAll(uploads, account))
      }
    }
    const counts = [...held.values()].map(({ length }) => length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(128 / 4 + 1)
    expect(takeAll(uploads, 'd').length).toBeGreaterThanOrEqual(128 / 4 / 2 - 2)
  })

  test('bytes are shared in the same way', () => {
    const { uploads } = setUp({ ...LIMITS, bytes: 1000 * KB })
    const counts = ['a', 'b', 'c'].map((account) => takeAll(uploads, account, 10 * KB).length)
    expect(counts).toEqual([50, 25, 12])
  })

  test('the largest body fits into what is left, whatever the share', () => {
    const { uploads } = setUp({ ...LIMITS, bytes: 2 * LARGEST })
    silentBody(uploads, 'a', LARGEST)
    silentBody(uploads, 'b', LARGEST)
    expect(() => uploads.take('c', 1)).toThrow(expect.objectContaining({ kind: 'busy', retryAfterSeconds: 2 }))
  })

  test('room is given back once', () => {
    const { uploads } = setUp({ ...LIMITS, count: 2, countPerAccount: 2 })
    const [first] = [silentBody(uploads, 'a'), silentBody(uploads, 'b')]
    first.release()
    first.release()
    silentBody(uploads, 'c')
    expect(() => uploads.take('d', KB)).toThrow(expect.objectContaining({ kind: 'busy' }))
  })
})

describe('bodies that do not come', () => {
  test('ten seconds without a byte are the end, and the place is free', () => {
    const { clock, uploads } = setUp()
    const bodies = Array.from('abcdefg').flatMap((account) => takeAll(uploads, account))
    expect(bodies).toHaveLength(127)
    clock.advance(9999)
    uploads.take('h', KB).release()
    expect(bodies.filter(({ signal }) => signal.aborted)).toHaveLength(0)
    clock.advance(1)
    expect(takeAll(uploads, 'h')).toHaveLength(64)
    expect(new Set(bodies.map(reasonOf))).toEqual(new Set(['too_slow']))
  })

  test('also when nobody asks for a place', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { clock, uploads } = setUp()
    const body = silentBody(uploads, 'a')
    clock.advance(10_000)
    vi.advanceTimersByTime(1000)
    expect(reasonOf(body)).toBe('too_slow')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('while the server writes, its client need not send', () => {
    const { clock, uploads } = setUp()
    const body = silentBody(uploads, 'a')
    body.arrival.receive(KB)
    clock.advance(60_000)
    takeAll(uploads, 'b')
    expect(reasonOf(body)).toBeUndefined()
  })

  test('those that trickle in lose their places while places are scarce, and only then', () => {
    const { clock, uploads } = setUp()
    const slow = takeAll(uploads, 'a')
    const fast = silentBody(uploads, 'b')
    for (let i = 0; i < 4; i += 1) {
      trickle(clock, slow, 8 * KB)
      trickle(clock, [fast], 80 * KB)
    }
    uploads.take('c', KB).release()
    expect(slow.filter(({ signal }) => signal.aborted)).toHaveLength(0)

    const others = [...takeAll(uploads, 'b'), ...takeAll(uploads, 'c')]
    uploads.take('d', KB).release()
    expect(new Set(slow.map(reasonOf))).toEqual(new Set([undefined, 'busy'])) // no more of them than it takes
    expect([fast, ...others].filter(({ signal }) => signal.aborted)).toHaveLength(0)
  })

  test('a body that has arrived is not slow any more', () => {
    const { clock, uploads } = setUp()
    const body = silentBody(uploads, 'a')
    for (let i = 0; i < 3; i += 1) trickle(clock, [body], 1)
    body.arrival.receive(0)
    clock.advance(60_000)
    for (const account of 'bcdefg') takeAll(uploads, account)
    expect(reasonOf(body)).toBeUndefined()
  })
})
