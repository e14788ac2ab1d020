import { expect, test } from 'vitest'
import { entriesOf } from '../../support/ledger-entries.js'
import { allPages, countOf, type DatabaseUnderTest, MINUTE_MS, type NewResult } from './under-test.js'

const yes = (done: boolean): boolean => done

export function resultsContract(subject: DatabaseUnderTest): void {
  /** What `publish` must leave alone when it says no. */
  const expectUnpublished = async (result: NewResult, createdAt = subject.clock.now()): Promise<void> => {
    expect(await subject.db.results.find(result.id)).toBeUndefined()
    expect(await subject.db.results.listOf(result.accountId, 10)).toEqual([{ ...result, createdAt }])
  }

  test('an announced result is known but not public', async () => {
    await expectUnpublished(await subject.newResult('r1'))
  })

  test('a published result is found with everything that was announced, until its new time', async () => {
    const { results } = subject.db
    const result = await subject.newResult('r1')
    const createdAt = subject.clock.now()
    const expiresAt = createdAt + 3 * 24 * 60 * MINUTE_MS
    subject.clock.advance(500)
    expect(await subject.publish('r1', expiresAt)).toBe(true)
    expect(await results.find('r1')).toEqual({ ...result, createdAt, expiresAt })
    expect(await results.find('r2')).toBeUndefined()
  })

  test('a result is called what its owner says, and its name goes with it', async () => {
    const { results } = subject.db
    const result = await subject.newResult('r1', { published: true })
    await subject.newResult('r2', { published: true })
    await results.rename('r1', 'Anna’s passport')
    expect((await results.find('r1'))?.name).toBe('Anna’s passport')
    expect((await results.find('r2'))?.name).toBeNull()
    await results.rename('r1', null)
    expect((await results.find('r1'))?.name).toBeNull()
    await results.rename('r1', 'Again')
    await results.forget(['r1'])
    await subject.newResult('r1', { published: true })
    expect(await results.find('r1')).toMatchObject({ ...result, name: null })
  })

  test('a result is public up to the last millisecond of its time and not longer', async () => {
    await subject.newResult('r1', { published: true, expiresAt: subject.clock.now() + 1000 })
    subject.clock.advance(999)
    expect(await subject.db.results.find('r1')).toBeDefined()
    subject.clock.advance(1)
    expect(await subject.db.results.find('r1')).toBeUndefined()
  })

  test('publishing charges the hold, and the entry names operation, key and result', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 2)
    await subject.newResult('r1')
    clock.advance(1000)
    expect(await subject.publish('r1', clock.now() + MINUTE_MS, hold.id)).toBe(true)
    await subject.expectBooks(id, { balance: 3, held: 0 })
    expect((await entriesOf(db, id)).at(-1)).toEqual({
      amount: -2,
      reason: 'charge',
      operation: 'remove',
      keyId: 'key_of_hold',
      resultId: 'r1',
      note: null,
      createdAt: clock.now(),
    })
    expect(await db.ledger.release(hold.id)).toBe(false)
  })

  test('when the account is gone, nothing becomes public, also what is free', async () => {
    const result = await subject.newResult('r1')
    await subject.db.accounts.remove(result.accountId)
    expect(await subject.publish('r1', subject.clock.now() + MINUTE_MS)).toBe(false)
    await expectUnpublished(result)
    expect(await subject.db.usage.totalSince(0)).toEqual({ images: 0, credits: 0 })
  })

  test('when the hold is gone, nothing becomes public and nothing is charged', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 2)
    await db.ledger.release(hold.id)
    const result = await subject.newResult('r1')
    expect(await subject.publish('r1', clock.now() + 99 * MINUTE_MS, hold.id)).toBe(false)
    await expectUnpublished(result)
    await subject.expectBooks(id, { balance: 5, held: 0 })
  })

  test('when the result is gone, nothing is charged and the hold stays', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 2)
    await subject.newResult('r1')
    await db.results.forget(['r1'])
    expect(await subject.publish('r1', clock.now() + MINUTE_MS, hold.id)).toBe(false)
    await subject.expectBooks(id, { balance: 5, held: 2 })
    expect(await db.results.find('r1')).toBeUndefined()
    expect(await db.ledger.release(hold.id)).toBe(true)
  })

  test('of two that publish one result, one is charged', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const holds = [await subject.newHold(id, 1), await subject.newHold(id, 1)]
    await subject.newResult('r1')
    const expiresAt = clock.now() + MINUTE_MS
    const racers = holds.map((hold) => subject.publish('r1', expiresAt, hold.id))
    expect(await countOf(racers, yes)).toBe(1)
    await subject.expectBooks(id, { balance: 4, held: 1 })
    expect(await subject.publish('r1', expiresAt + 1)).toBe(false)
    expect((await db.results.find('r1'))?.expiresAt).toBe(expiresAt)
  })

  test('publishing and a release that race for one hold: public and charged, or neither', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(20)
    let balance = 20
    for (let round = 0; round < 20; round++) {
      const hold = await subject.newHold(id, 1)
      const result = await subject.newResult(`r${round}`)
      const publish = () => subject.publish(result.id, clock.now() + MINUTE_MS, hold.id)
      const release = () => db.ledger.release(hold.id)
      const racers = round % 2 === 0 ? [publish(), release()] : [release(), publish()]
      expect(await countOf(racers, yes)).toBe(1)
      const published = await racers[round % 2]
      if (published) balance -= 1
      expect((await db.results.find(result.id)) !== undefined).toBe(published)
      await subject.expectBooks(id, { balance, held: 0 })
    }
  })

  test('expired results are listed, published or not, those that expire first come first', async () => {
    const { results } = subject.db
    const now = subject.clock.now()
    for (const [id, life, published] of [
      ['r3', 3, true],
      ['r1', 1, false],
      ['r4', 4, true],
      ['r2', 2, true],
    ] as const) {
      await subject.newResult(id, { published, expiresAt: now + life })
    }
    const ids = async (before: number, limit: number) => (await results.listExpired(before, limit)).map(({ id }) => id)
    expect(await ids(now, 10)).toEqual([])
    expect(await ids(now + 3, 10)).toEqual(['r1', 'r2', 'r3'])
    expect(await ids(now + 9, 2)).toEqual(['r1', 'r2'])
    const [first] = await results.listExpired(now + 9, 1)
    expect(first).toMatchObject({ objectKey: 'r1.png', bytes: 3_000_000, createdAt: now, expiresAt: now + 1 })
  })

  test('a published result expires at its new time, not at the one it was announced with', async () => {
    const announced = await subject.newResult('r1')
    await subject.publish('r1', announced.expiresAt + 1000)
    expect(await subject.db.results.listExpired(announced.expiresAt, 10)).toEqual([])
    expect(await subject.db.results.listExpired(announced.expiresAt + 1000, 10)).toHaveLength(1)
  })

  test('a withdrawn result cannot be published, and is swept at once; a public one cannot be withdrawn', async () => {
    const { results } = subject.db
    await subject.newResult('r1')
    await subject.newResult('r2', { published: true })
    expect(await results.withdraw('r1')).toBe(true)
    expect(await subject.publish('r1', subject.clock.now() + MINUTE_MS)).toBe(false)
    expect((await results.listExpired(subject.clock.now(), 10)).map(({ id }) => id)).toEqual(['r1'])
    expect(await results.withdraw('r2')).toBe(false)
    expect(await results.withdraw('r9')).toBe(false)
    expect(await results.find('r2')).toBeDefined()
  })

  test('one whose lease is over cannot be published: the sweep may be deleting its picture', async () => {
    await subject.newResult('r1', { expiresAt: subject.clock.now() + 1000 })
    subject.clock.advance(1000)
    expect(await subject.publish('r1', subject.clock.now() + MINUTE_MS)).toBe(false)
  })

  test('forgotten results are gone, the others stay; forgetting twice or nothing is no error', async () => {
    const { results } = subject.db
    for (const id of ['r1', 'r2', 'r3']) await subject.newResult(id, { published: true })
    await results.forget(['r1', 'r3', 'r9'])
    await results.forget(['r1'])
    await results.forget([])
    const left = (await results.listExpired(Number.MAX_SAFE_INTEGER, 10)).map(({ id }) => id)
    expect(left).toEqual(['r2'])
  })

  test('the oldest result is the one made first, whenever it expires', async () => {
    const { results } = subject.db
    expect(await results.oldestCreatedAt()).toBeUndefined()
    const firstAt = subject.clock.now()
    await subject.newResult('r1', { expiresAt: firstAt + 9 * MINUTE_MS })
    subject.clock.advance(1000)
    await subject.newResult('r2', { expiresAt: firstAt + MINUTE_MS })
    expect(await results.oldestCreatedAt()).toBe(firstAt)
    await results.forget(['r1'])
    expect(await results.oldestCreatedAt()).toBe(firstAt + 1000)
  })

  test('pages show every public result of the account once, newest first', async () => {
    const { results } = subject.db
    const made: string[] = []
    for (let index = 0; index < 7; index++) {
      if (index % 2 === 0) subject.clock.advance(1)
      const id = `r${index}`
      await subject.newResult(id, { accountId: 'mine', published: true })
      await subject.newResult(`theirs${index}`, { accountId: 'theirs', published: true })
      made.unshift(id)
    }
    await subject.newResult('unpublished', { accountId: 'mine' })
    await subject.newResult('expired', { accountId: 'mine', published: true, expiresAt: subject.clock.now() })
    for (const limit of [1, 2, 3, 50]) {
      const listed = await allPages(limit, (page) => results.page('mine', page))
      expect(listed.map(({ id }) => id)).toEqual(made)
    }
    const firstOf = async (operations?: string[]) => (await results.page('mine', { limit: 1 }, operations)).items
    expect(await firstOf()).toEqual([await results.find('r6')])
    expect(await firstOf(['cutout', 'remove'])).toEqual([await results.find('r6')])
    expect(await firstOf(['id-photo'])).toEqual([])
  })

  test('everything of an account is listed, public or not, as many as asked for', async () => {
    await subject.newResult('r1', { accountId: 'mine', published: true })
    await subject.newResult('r2', { accountId: 'mine' })
    await subject.newResult('r3', { accountId: 'mine', published: true, expiresAt: subject.clock.now() })
    await subject.newResult('r4', { accountId: 'theirs', published: true })
    const listed = await subject.db.results.listOf('mine', 10)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(['r1', 'r2', 'r3'])
    expect(await subject.db.results.listOf('mine', 2)).toHaveLength(2)
  })

  test('the totals are number and bytes of all that is kept', async () => {
    const { results } = subject.db
    expect(await results.totals()).toEqual({ results: 0, bytes: 0 })
    for (let made = 0; made < 1000; made += 250) await subject.newResult(`r${made}`, { published: true })
    expect(await results.totals()).toEqual({ results: 4, bytes: 12_000_000 })
  })
}
