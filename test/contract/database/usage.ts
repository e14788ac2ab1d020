import { expect, test } from 'vitest'
import { type DatabaseUnderTest, MINUTE_MS, times } from './under-test.js'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export function usageContract(subject: DatabaseUnderTest): void {
  const today = (): number => subject.clock.now() - (subject.clock.now() % DAY_MS)
  const charge = async (accountId: string, amount: number): Promise<void> => {
    const { id } = await subject.newHold(accountId, amount)
    expect(await subject.charge(id, { operation: 'remove' })).toBe(true)
  }

  test('nothing done is nothing counted', async () => {
    const { id } = await subject.newAccount(5)
    expect(await subject.db.usage.daysOf(id, 0)).toEqual([])
    expect(await subject.db.usage.totalSince(0)).toEqual({ images: 0, credits: 0 })
  })

  test('a charge, a published result and a free image each count once', async () => {
    const { id } = await subject.newAccount(10)
    await charge(id, 2)
    await subject.newResult('free', { accountId: id, published: true })
    await subject.newResult('paid', { accountId: id })
    const hold = await subject.newHold(id, 3)
    await subject.publish('paid', subject.clock.now() + MINUTE_MS, hold.id)
    await subject.db.settle({ accountId: id, operation: 'remove' })
    expect(await subject.db.usage.daysOf(id, 0)).toEqual([{ day: today(), images: 4, credits: 5 }])
  })

  test('what fails is not counted: a hold that was released, a result whose hold is gone', async () => {
    const { id } = await subject.newAccount(10)
    const hold = await subject.newHold(id, 2)
    await subject.db.ledger.release(hold.id)
    expect(await subject.charge(hold.id, { operation: 'remove' })).toBe(false)
    await subject.newResult('late', { accountId: id })
    expect(await subject.publish('late', subject.clock.now() + MINUTE_MS, hold.id)).toBe(false)
    expect(await subject.db.usage.daysOf(id, 0)).toEqual([])
  })

  test('20 at once all count', async () => {
    const { id } = await subject.newAccount(0)
    await Promise.all(times(20, () => subject.db.settle({ accountId: id, operation: 'remove' })))
    expect(await subject.db.usage.daysOf(id, 0)).toMatchObject([{ images: 20 }])
  })

  test('days are those of UTC, oldest first, from the given time on', async () => {
    const { id } = await subject.newAccount(10)
    subject.clock.advance(today() + DAY_MS - 1 - subject.clock.now()) // the last millisecond of a day
    const first = today()
    await charge(id, 1)
    subject.clock.advance(1)
    await charge(id, 2)
    subject.clock.advance(23 * HOUR_MS)
    await charge(id, 3)
    expect(await subject.db.usage.daysOf(id, first)).toEqual([
      { day: first, images: 1, credits: 1 },
      { day: first + DAY_MS, images: 2, credits: 5 },
    ])
    expect(await subject.db.usage.daysOf(id, first + DAY_MS)).toHaveLength(1)
  })

  test('lists are by account and day, or by account and operation, within a range', async () => {
    const [mine, theirs] = [await subject.newAccount(9), await subject.newAccount(9)]
    await charge(mine.id, 1)
    await charge(theirs.id, 4)
    await subject.db.settle({ accountId: mine.id, operation: 'remove' }) // free
    const first = today()
    subject.clock.advance(DAY_MS)
    await charge(mine.id, 2)
    const all = { since: 0, until: today() + DAY_MS }
    const row = ({ email }: { email: string }, facts: object) => ({ email, ...facts })
    const { usage } = subject.db
    expect(await usage.days(all)).toEqual([
      row(mine, { day: first, images: 2, credits: 1 }),
      row(theirs, { day: first, images: 1, credits: 4 }),
      row(mine, { day: first + DAY_MS, images: 1, credits: 2 }),
    ])
    expect(await usage.days({ since: first, until: first + DAY_MS, accountId: mine.id })).toHaveLength(1)
    expect(await usage.operations(all)).toEqual([
      row(mine, { operation: 'remove', images: 2, credits: 3 }),
      row(theirs, { operation: 'remove', images: 1, credits: 4 }),
    ])
    const since = first + DAY_MS
    expect(await usage.operations({ ...all, since })).toMatchObject([{ email: mine.email, images: 1, credits: 2 }])
    expect(await usage.operations({ ...all, accountId: theirs.id })).toMatchObject([{ credits: 4 }])
  })

  test('each account has its own; the total is that of all, by the hour', async () => {
    const [mine, theirs] = [await subject.newAccount(5), await subject.newAccount(5)]
    await charge(mine.id, 1)
    const firstHour = subject.clock.now() - (subject.clock.now() % HOUR_MS)
    subject.clock.advance(2 * HOUR_MS)
    await charge(theirs.id, 2)
    expect(await subject.db.usage.daysOf(mine.id, 0)).toMatchObject([{ images: 1, credits: 1 }])
    expect(await subject.db.usage.totalSince(firstHour)).toEqual({ images: 2, credits: 3 })
    expect(await subject.db.usage.totalSince(firstHour + 1)).toEqual({ images: 1, credits: 2 })
  })
}
