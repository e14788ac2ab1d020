import { describe, expect, test } from 'vitest'
import { LOOK_BACK } from '../../../src/db/paging.js'
import type { RequestFilter, RequestRecord } from '../../../src/db/port.js'
import { allPages, type DatabaseUnderTest, times } from './under-test.js'

export function requestsContract(subject: DatabaseUnderTest): void {
  let count = 0
  const record = (facts: Partial<RequestRecord> = {}): RequestRecord => ({
    id: `req_${String(++count).padStart(6, '0')}`,
    accountId: 'acc_of_request',
    keyId: 'key_of_request',
    method: 'POST',
    route: '/v1/remove',
    status: 201,
    code: null,
    durationMs: 1200,
    credits: 1,
    watermark: null,
    createdAt: subject.clock.now(),
    ...facts,
  })
  const found = async (filter: RequestFilter): Promise<string[]> =>
    (await subject.db.requests.page(filter, { limit: 100 })).items.map(({ id }) => id)

  test('what was written is read with the names of key and account', async () => {
    const account = await subject.newAccount(1)
    const key = await subject.newKey(account.id)
    const written = record({
      accountId: account.id,
      keyId: key.id,
      status: 402,
      code: 'no_credit',
      credits: 0,
      watermark: 'preview',
    })
    await subject.db.requests.write([written])
    expect((await subject.db.requests.page({}, { limit: 5 })).items).toEqual([
      { ...written, keyName: key.name, keyPrefix: key.prefix, email: account.email },
    ])
  })

  test('keys and accounts that are gone leave no name, and a second writing changes nothing', async () => {
    const written = record()
    await subject.db.requests.write([])
    await subject.db.requests.write([written])
    await subject.db.requests.write([{ ...written, status: 500 }, record()])
    expect((await subject.db.requests.page({}, { limit: 5 })).items).toMatchObject([
      { keyName: null, keyPrefix: null, email: null },
      { id: written.id, status: 201 },
    ])
  })

  test('pages go from new to old and miss nothing, also within a millisecond', async () => {
    const records = times(7, () => record())
    subject.clock.advance(5)
    records.push(...times(4, () => record()))
    await subject.db.requests.write(records)
    const read = await allPages(3, (page) => subject.db.requests.page({}, page))
    expect(read.map(({ id }) => id)).toEqual(records.map(({ id }) => id).toReversed())
  })

  test('a batch of 500 is written at once', async () => {
    await subject.db.requests.write(times(500, () => record()))
    expect(await allPages(200, (page) => subject.db.requests.page({}, page))).toHaveLength(500)
  })

  describe('filters', () => {
    test('each narrows the list, and all of them together', async () => {
      const account = await subject.newAccount(0)
      const mine = record({ accountId: account.id, keyId: 'key_mine', route: '/v1/id-photo' })
      const refused = record({ status: 422, code: 'invalid_image' })
      const left = record({ status: 499 })
      subject.clock.advance(1000)
      const failed = record({ status: 500, code: 'internal_error' })
      await subject.db.requests.write([mine, refused, left, failed])
      const now = subject.clock.now()
      expect(await found({ accountId: account.id })).toEqual([mine.id])
      expect(await found({ email: account.email.slice(1, -3).toUpperCase() })).toEqual([mine.id])
      expect(await found({ email: 'a%c' })).toEqual([])
      expect(await found({ keyId: 'key_mine' })).toEqual([mine.id])
      expect(await found({ route: '/v1/id-photo' })).toEqual([mine.id])
      expect(await found({ statusClass: 2 })).toEqual([mine.id])
      expect(await found({ statusClass: 4 })).toEqual([left.id, refused.id])
      expect(await found({ statusClass: 5 })).toEqual([failed.id])
      expect(await found({ code: 'invalid_image' })).toEqual([refused.id])
      expect(await found({ since: now })).toEqual([failed.id])
      expect(await found({ until: now })).toEqual([left.id, refused.id, mine.id])
      expect(await found({ statusClass: 4, route: '/v1/remove', until: now, code: 'invalid_image' })).toEqual([
        refused.id,
      ])
      expect(await found({ statusClass: 4, accountId: account.id })).toEqual([])
    })
  })

  test('a search looks at 10,000 requests at a time, and says where to go on', async () => {
    const rare = record({ code: 'rare', status: 500 })
    await subject.db.requests.write([rare])
    for (let batch = 0; batch < LOOK_BACK; batch += 500) await subject.db.requests.write(times(500, () => record()))
    const first = await subject.db.requests.page({ code: 'rare' }, { limit: 5 })
    expect(first).toMatchObject({ items: [], next: { id: expect.any(String) } })
    expect(await subject.db.requests.page({ code: 'rare' }, { limit: 5, before: first.next })).toMatchObject({
      items: [{ id: rare.id }],
      next: undefined,
    })
    expect(await allPages(4000, (page) => subject.db.requests.page({}, page))).toHaveLength(LOOK_BACK + 1)
  })

  test('errors are counted by code, the most frequent first, with how many accounts met them', async () => {
    const busy = { status: 503, code: 'service_busy' }
    await subject.db.requests.write([record(busy)])
    subject.clock.advance(1000)
    const since = subject.clock.now()
    await subject.db.requests.write([
      record(),
      record({ status: 499 }),
      record({ status: 500, code: 'internal_error' }),
      record({ ...busy, accountId: 'acc_1' }),
      record({ ...busy, accountId: 'acc_1' }),
      record({ ...busy, accountId: 'acc_2', createdAt: since + 5 }),
    ])
    expect(await subject.db.requests.errors(since)).toEqual([
      { ...busy, count: 3, accounts: 2, lastAt: since + 5 },
      { status: 500, code: 'internal_error', count: 1, accounts: 1, lastAt: since },
    ])
    expect(await subject.db.requests.errors(0)).toMatchObject([{ count: 4 }, { count: 1 }])
  })

  test('what is older than a time is forgotten, and nothing else', async () => {
    const old = times(3, () => record())
    subject.clock.advance(1000)
    const kept = record()
    await subject.db.requests.write([...old, kept])
    expect(await subject.db.requests.forget(subject.clock.now(), 2), 'not more than asked').toBe(2)
    expect(await subject.db.requests.forget(subject.clock.now(), 1000)).toBe(1)
    expect(await found({})).toEqual([kept.id])
    expect(await subject.db.requests.forget(subject.clock.now(), 1000)).toBe(0)
  })

  test('they go with their account', async () => {
    const account = await subject.newAccount(0)
    const other = record()
    await subject.db.requests.write([record({ accountId: account.id }), other])
    await subject.db.accounts.remove(account.id)
    expect(await found({})).toEqual([other.id])
  })
}
