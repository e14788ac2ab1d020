import { expect, test } from 'vitest'
import type { IdempotencyClaim } from '../../../src/db/port.js'
import { countOf, type DatabaseUnderTest, times } from './under-test.js'

const request = { keyId: 'key_1', idempotencyKey: 'order 17', fingerprint: 'abc', lifeMs: 1000 }
const done = { keyId: 'key_1', idempotencyKey: 'order 17', answer: '{"url":"https://x/ä\\n"}', lifeMs: 5000 }
const isFirst = ({ state }: IdempotencyClaim): boolean => state === 'first'

export function idempotencyRecordsContract(subject: DatabaseUnderTest): void {
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
    await idempotencyRecords.complete(done)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: done.answer })
  })

  test('other content under the same key is refused as such, while the first runs and after', async () => {
    const { idempotencyRecords } = subject.db
    const other = { ...request, fingerprint: 'xyz' }
    await idempotencyRecords.claim(request)
    expect(await idempotencyRecords.claim(other)).toEqual({ state: 'other_content' })
    await idempotencyRecords.complete(done)
    expect(await idempotencyRecords.claim(other)).toEqual({ state: 'other_content' })
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: done.answer })
  })

  test('keys of other clients and other keys of the same client are free', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'first' })
    await idempotencyRecords.complete(done)
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'running' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'running' })
  })

  test('an abandoned key is free again, also for other content; its neighbours are not', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    await idempotencyRecords.claim({ ...request, keyId: 'key_2' })
    await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })
    await idempotencyRecords.abandon(request.keyId, request.idempotencyKey)
    expect(await idempotencyRecords.claim({ ...request, fingerprint: 'xyz' })).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'running' })
    expect(await idempotencyRecords.claim({ ...request, idempotencyKey: 'order 18' })).toEqual({ state: 'running' })
  })

  test('an answer that was given cannot be abandoned', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    await idempotencyRecords.complete(done)
    await idempotencyRecords.abandon(request.keyId, request.idempotencyKey)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: done.answer })
  })

  test('a claim is void when its time is over; of those who then ask, exactly one is the first', async () => {
    const { idempotencyRecords } = subject.db
    await idempotencyRecords.claim(request)
    subject.clock.advance(999)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'running' })
    subject.clock.advance(1)
    const other = { ...request, fingerprint: 'xyz' }
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
    await idempotencyRecords.complete(done)
    subject.clock.advance(4999)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: done.answer })
    subject.clock.advance(1)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'first' })
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'running' })
  })

  test('all unanswered claims can be freed at once; answers stay', async () => {
    const { idempotencyRecords } = subject.db
    for (const keyId of ['key_1', 'key_2', 'key_3']) await idempotencyRecords.claim({ ...request, keyId })
    await idempotencyRecords.complete(done)
    expect(await idempotencyRecords.abandonUnanswered()).toBe(2)
    expect(await idempotencyRecords.abandonUnanswered()).toBe(0)
    expect(await idempotencyRecords.claim(request)).toEqual({ state: 'answered', answer: done.answer })
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_2' })).toEqual({ state: 'first' })
  })

  test('what has expired by the given time is forgotten and counted', async () => {
    const { idempotencyRecords } = subject.db
    const now = subject.clock.now()
    await idempotencyRecords.claim(request)
    await idempotencyRecords.complete(done)
    await idempotencyRecords.claim({ ...request, keyId: 'key_2' })
    await idempotencyRecords.claim({ ...request, keyId: 'key_3', lifeMs: 9000 })
    expect(await idempotencyRecords.forgetExpired(now + 999)).toBe(0)
    expect(await idempotencyRecords.forgetExpired(now + 1000)).toBe(1)
    expect(await idempotencyRecords.forgetExpired(now + 5000)).toBe(1)
    expect(await idempotencyRecords.claim({ ...request, keyId: 'key_3' })).toEqual({ state: 'running' })
  })
}
