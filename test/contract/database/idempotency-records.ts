import { beforeEach, expect, test } from 'vitest'
import type { Database, IdempotencyClaim } from '../../../src/db/port.js'
import { countOf, type DatabaseUnderTest, times } from './under-test.js'

const ANSWER = '{"url":"https://x/ä\\n"}'
const isFirst = ({ state }: IdempotencyClaim): boolean => state === 'first'

export function idempotencyRecordsContract(subject: DatabaseUnderTest): void {
  let request: Parameters<Database['idempotencyRecords']['claim']>[0]
  beforeEach(async () => {
    request = { keyId: 'key_1', idempotencyKey: 'order 17', fingerprint: 'abc', lease: subject.lease(1000) }
    const account = { id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 }
    await subject.db.accounts.create(account)
  })
  const complete = ({ owner = request.lease.owner, keyId = 'key_1' } = {}): Promise<boolean> => {
    const expiresAt = subject.clock.now() + 5000
    const answer = { keyId, idempotencyKey: 'order 17', owner, text: ANSWER, expiresAt }
    return subject.db.settle({ accountId: 'acc', operation: 'remove', answer })
  }
  const abandon = (owner = request.lease.owner): Promise<void> =>
    subject.db.idempotencyRecords.abandon(request.keyId, request.idempotencyKey, owner)

  test('the first claim gets the key, the next is told that the first still runs', async () => {
    const { idempotencyRecords } = subject.db
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'running' })
  })

  test('of 20 claims at once, exactly one is the first', async () => {
    expect(
      await countOf(
        times(20, () => subject.db.idempotencyRecords.claim(request)),
        isFirst,
      ),
    ).toBe(1)
  })

  test('a completed claim gives its answer, letter by letter', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    await complete()
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: ANSWER })
  })

  test('other content under the same key is refused as such, while the first runs and after', async () => {
    const { idempotencyRecords } = subject.db
    const other = { ...request, fingerprint: 'xyz' }
    await idempotencyRecords.claim(request)
    expect(await idempotencyRecords.claim(other)).toEqual({ state: 'other_content' })
    await complete()
    expect(await idempotencyRecords.claim(other)).toEqual({ state: 'other_content' })
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: ANSWER })
  })

  test('keys of other clients and other keys of the same client are free', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'first' })
    await complete()
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'running' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'running' })
  })

  test('an abandoned key is free again, also for other content; its neighbours are not', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    await idempotencyRecords.claim({ ...request, keyId: 'key_2' })
    await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })
    await abandon()
    expect(await idempotencyRecords.claim({ ...request, fingerprint: 'xyz' })).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'running' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'running' })
  })

  test('an answer that was given cannot be abandoned', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    await complete()
    await abandon()
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: ANSWER })
  })

  test('a claim is void when its time is over; of those who then ask, exactly one is the first', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    subject.clock.advance(999)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'running' })
    subject.clock.advance(1)
    const other = { ...request, fingerprint: 'xyz', lease: subject.lease(1000) }
    expect(
      await countOf(
        times(20, () => idempotencyRecords.claim(other)),
        isFirst,
      ),
    ).toBe(1)
    expect(await idempotencyRecords.claim(other)).toEqual({ state: 'running' })
  })

  test('an answer lives as long as it was completed with, counted from then', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    subject.clock.advance(500)
    await complete()
    subject.clock.advance(4999)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: ANSWER })
    subject.clock.advance(1)
    const again = { ...request, lease: subject.lease(1000) }
    expect(await idempotencyRecords.claim(again)).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim(again)).toEqual({ state: 'running' })
  })

  test('a claim is answered and abandoned by its owner alone', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    expect(await complete({ owner: 'node/2' })).toBe(false)
    await abandon('node/2')
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'running' })
    expect(await complete()).toBe(true)
    expect(await complete()).toBe(false)
  })

  test('a claim whose time is over is not answered any more, taken over or not', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    subject.clock.advance(1000)
    expect(await complete()).toBe(false)
    const taken = { ...request, lease: subject.lease(1000, 'node/2') }
    expect(await idempotencyRecords.claim(taken)).toEqual({ state: 'first' })
    expect(await complete()).toBe(false)
    expect(await complete({ owner: 'node/2' })).toBe(true)
  })

  test('what has expired by the given time is forgotten and counted', async () => {
    const { idempotencyRecords } = subject.db
    const now = subject.clock.now()
    await idempotencyRecords.claim(request)
    await complete()
    await idempotencyRecords.claim({ ...request, keyId: 'key_2' })
    await idempotencyRecords.claim({ ...request, keyId: 'key_3', lease: subject.lease(9000) })
    expect(await idempotencyRecords.forgetExpired(now + 999, 1000)).toBe(0)
    expect(await idempotencyRecords.forgetExpired(now + 1000, 1000)).toBe(1)
    for (const keyId of ['key_4', 'key_5']) await idempotencyRecords.claim({ ...request, keyId })
    expect(await idempotencyRecords.forgetExpired(now + 5000, 2), 'not more than asked').toBe(2)
    expect(await idempotencyRecords.forgetExpired(now + 5000, 1000)).toBe(1)
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_3' })).toEqual({ state: 'running' })
  })
}
