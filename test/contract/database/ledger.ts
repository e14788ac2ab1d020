import { expect, test } from 'vitest'
import { entriesOf } from '../../support/ledger-entries.js'
import { allPages, countOf, type DatabaseUnderTest, times } from './under-test.js'

const REMOVE = { operation: 'remove' }
const yes = (done: boolean): boolean => done

export function ledgerContract(subject: DatabaseUnderTest): void {
  test('a grant raises the balance and leaves an entry', async () => {
    const { id } = await subject.newAccount(2)
    subject.clock.advance(1000)
    await subject.db.ledger.grant(id, 40)
    await subject.expectBooks(id, { balance: 42, held: 0 })
    const nothing = { operation: null, keyId: null, resultId: null, note: null }
    expect((await entriesOf(subject.db, id)).at(-1)).toEqual({
      amount: 40,
      reason: 'grant',
      ...nothing,
      createdAt: subject.clock.now(),
    })
  })

  test('what is taken lowers the balance and leaves an entry with its note', async () => {
    const { id } = await subject.newAccount(5)
    expect(await subject.db.ledger.take(id, 2, { text: 'granted twice', internal: false })).toBe(true)
    await subject.expectBooks(id, { balance: 3, held: 0 })
    expect((await entriesOf(subject.db, id)).at(-1)).toMatchObject({
      amount: -2,
      reason: 'take',
      note: { text: 'granted twice', internal: false },
    })
    await subject.db.ledger.grant(id, 2, { text: 'a regular', internal: true })
    const { note } = (await entriesOf(subject.db, id)).at(-1)!
    expect(note).toEqual({ text: 'a regular', internal: true })
  })

  test('what is held cannot be taken, nor what is not there: then nothing is', async () => {
    const { id } = await subject.newAccount(5)
    await subject.newHold(id, 3)
    expect(await subject.db.ledger.take(id, 3)).toBe(false)
    expect(await subject.db.ledger.take('acc_nobody', 1)).toBe(false)
    await subject.expectBooks(id, { balance: 5, held: 3 })
    expect(await subject.db.ledger.take(id, 2)).toBe(true)
    await subject.expectBooks(id, { balance: 3, held: 3 })
    expect(await entriesOf(subject.db, id)).toHaveLength(2)
  })

  test('of 20 that take at once, only as many succeed as there are credits for', async () => {
    const { id } = await subject.newAccount(7)
    expect(
      await countOf(
        times(20, () => subject.db.ledger.take(id, 2)),
        yes,
      ),
    ).toBe(3)
    await subject.expectBooks(id, { balance: 1, held: 0 })
  })

  test('20 grants at once all count', async () => {
    const { id } = await subject.newAccount(0)
    await Promise.all(times(20, () => subject.db.ledger.grant(id, 3)))
    await subject.expectBooks(id, { balance: 60, held: 0 })
  })

  test('amounts beyond 32 bits are kept to the last credit', async () => {
    const { id } = await subject.newAccount(1)
    const much = 5_000_000_000_001
    await subject.db.ledger.grant(id, much)
    const hold = await subject.newHold(id, much)
    await subject.expectBooks(id, { balance: much + 1, held: much })
    await subject.charge(hold.id, REMOVE)
    await subject.expectBooks(id, { balance: 1, held: 0 })
    expect(await subject.db.usage.totalSince(0)).toEqual({ images: 1, credits: much })
  })

  test('a grant to nobody is refused and leaves no entry', async () => {
    await expect(subject.db.ledger.grant('acc_nobody', 5)).rejects.toThrow()
    expect(await entriesOf(subject.db, 'acc_nobody')).toEqual([])
  })

  test('what would take the balance below the open holds is refused as a whole', async () => {
    const { id } = await subject.newAccount(5)
    await subject.newHold(id, 3)
    await expect(subject.db.ledger.grant(id, -3)).rejects.toThrow()
    await subject.expectBooks(id, { balance: 5, held: 3 })
  })

  test('a hold sets credits aside without spending them', async () => {
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 3)
    expect(hold).toEqual({ id: expect.any(String), accountId: id, amount: 3 })
    await subject.expectBooks(id, { balance: 5, held: 3 })
    expect(await entriesOf(subject.db, id)).toHaveLength(1)
  })

  test('holds go up to the last credit; the next is refused and changes nothing', async () => {
    const { id } = await subject.newAccount(5)
    await subject.newHold(id, 2)
    await subject.newHold(id, 3)
    const request = { accountId: id, keyId: 'key', amount: 1, lease: subject.lease() }
    expect(await subject.db.ledger.hold(request)).toBeUndefined()
    await subject.expectBooks(id, { balance: 5, held: 5 })
  })

  test('a hold larger than the balance is refused, whatever other accounts have', async () => {
    const { id } = await subject.newAccount(2)
    const rich = await subject.newAccount(100)
    const request = { accountId: id, keyId: 'key', amount: 3, lease: subject.lease() }
    expect(await subject.db.ledger.hold(request)).toBeUndefined()
    expect(await subject.db.ledger.hold({ ...request, accountId: 'acc_nobody' })).toBeUndefined()
    await subject.newHold(id, 2)
    await subject.expectBooks(rich.id, { balance: 100, held: 0 })
  })

  test('of 50 holds at once on a balance of 1, exactly one wins', async () => {
    const { id } = await subject.newAccount(1)
    const request = { accountId: id, keyId: 'key', amount: 1, lease: subject.lease() }
    const holds = times(50, () => subject.db.ledger.hold(request))
    expect(await countOf(holds, (hold) => hold !== undefined)).toBe(1)
    await subject.expectBooks(id, { balance: 1, held: 1 })
  })

  test('a charge turns the hold into an entry that says what it was for', async () => {
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 2)
    subject.clock.advance(1000)
    expect(await subject.charge(hold.id, REMOVE)).toBe(true)
    await subject.expectBooks(id, { balance: 3, held: 0 })
    expect((await entriesOf(subject.db, id)).at(-1)).toEqual({
      amount: -2,
      reason: 'charge',
      operation: 'remove',
      keyId: 'key_of_hold',
      resultId: null,
      note: null,
      createdAt: subject.clock.now(),
    })
  })

  test('a charge may be for something that leaves no result', async () => {
    const { id } = await subject.newAccount(1)
    const hold = await subject.newHold(id, 1)
    await subject.charge(hold.id, { operation: 'remove' })
    subject.clock.advance(1)
    const entries = await entriesOf(subject.db, id)
    expect(entries.find(({ reason }) => reason === 'charge')).toMatchObject({ operation: 'remove', resultId: null })
  })

  test('a release gives the credits back and leaves no entry', async () => {
    const { id } = await subject.newAccount(5)
    const hold = await subject.newHold(id, 5)
    expect(await subject.db.ledger.release(hold.id)).toBe(true)
    await subject.expectBooks(id, { balance: 5, held: 0 })
    expect(await entriesOf(subject.db, id)).toHaveLength(1)
    await subject.newHold(id, 5)
  })

  test('one of several holds is settled without touching the others', async () => {
    const { id } = await subject.newAccount(10)
    const [first, second] = [await subject.newHold(id, 1), await subject.newHold(id, 2)]
    await subject.newHold(id, 4)
    await subject.charge(first.id, REMOVE)
    await subject.expectBooks(id, { balance: 9, held: 6 })
    await subject.db.ledger.release(second.id)
    await subject.expectBooks(id, { balance: 9, held: 4 })
  })

  test('a hold is settled once: whatever comes second says it is gone and does nothing', async () => {
    const { ledger } = subject.db
    const { id } = await subject.newAccount(5)
    const charged = await subject.newHold(id, 1)
    expect(await subject.charge(charged.id, REMOVE)).toBe(true)
    expect(await subject.charge(charged.id, REMOVE)).toBe(false)
    expect(await ledger.release(charged.id)).toBe(false)
    const released = await subject.newHold(id, 1)
    expect(await ledger.release(released.id)).toBe(true)
    expect(await ledger.release(released.id)).toBe(false)
    expect(await subject.charge(released.id, REMOVE)).toBe(false)
    await subject.expectBooks(id, { balance: 4, held: 0 })
  })

  test('a hold that never was cannot be settled', async () => {
    const { id } = await subject.newAccount(5)
    await subject.newHold(id, 1)
    expect(await subject.charge('hold_nobody_made', REMOVE)).toBe(false)
    expect(await subject.db.ledger.release('hold_nobody_made')).toBe(false)
    await subject.expectBooks(id, { balance: 5, held: 1 })
  })

  test('of a charge and a release that race for one hold, exactly one acts', async () => {
    const { ledger } = subject.db
    const { id } = await subject.newAccount(20)
    let balance = 20
    for (let round = 0; round < 20; round++) {
      const hold = await subject.newHold(id, 1)
      const charge = () => subject.charge(hold.id, REMOVE)
      const release = () => ledger.release(hold.id)
      const racers = round % 2 === 0 ? [charge(), release()] : [release(), charge()]
      expect(await countOf(racers, yes)).toBe(1)
      if (await racers[round % 2]) balance -= 1
      await subject.expectBooks(id, { balance, held: 0 })
    }
  })

  test('of 10 charges that race for one hold, exactly one is booked', async () => {
    const { id } = await subject.newAccount(20)
    const hold = await subject.newHold(id, 1)
    const charges = times(10, () => subject.charge(hold.id, REMOVE))
    expect(await countOf(charges, yes)).toBe(1)
    await subject.expectBooks(id, { balance: 19, held: 0 })
  })

  test('holds that have expired by the given time are released and counted, on all accounts', async () => {
    const { ledger } = subject.db
    const [ann, bob] = [await subject.newAccount(9), await subject.newAccount(9)]
    await subject.newHold(ann.id, 1, 1000)
    await subject.newHold(bob.id, 2, 1000)
    await subject.newHold(ann.id, 4, 2000)
    const firstEnd = subject.clock.now() + 1000

    expect(await ledger.releaseExpired(firstEnd - 1, 1000)).toBe(0)
    expect(await ledger.releaseExpired(firstEnd, 1), 'not more than asked').toBe(1)
    expect(await ledger.releaseExpired(firstEnd, 1000)).toBe(1)
    expect(await ledger.releaseExpired(firstEnd, 1000)).toBe(0)
    await subject.expectBooks(ann.id, { balance: 9, held: 4 })
    await subject.expectBooks(bob.id, { balance: 9, held: 0 })
    expect(await ledger.releaseExpired(Number.MAX_SAFE_INTEGER, 1000)).toBe(1)
    await subject.expectBooks(ann.id, { balance: 9, held: 0 })
  })

  test('a hold that expired keeps its credits until it is released, and cannot be charged any more', async () => {
    const { ledger } = subject.db
    const { id } = await subject.newAccount(1)
    const hold = await subject.newHold(id, 1, 1000)
    subject.clock.advance(1000)
    expect(await subject.charge(hold.id, REMOVE)).toBe(false)
    await subject.expectBooks(id, { balance: 1, held: 1 })
    expect(await ledger.hold({ accountId: id, keyId: 'key', amount: 1, lease: subject.lease(1000) })).toBeUndefined()
    expect(await ledger.releaseExpired(subject.clock.now(), 1000)).toBe(1)
    expect(await subject.charge(hold.id, REMOVE)).toBe(false)
    await subject.expectBooks(id, { balance: 1, held: 0 })
  })

  test('sweeps that run at the same time release each hold once', async () => {
    const { id } = await subject.newAccount(30)
    const holds = []
    for (let made = 0; made < 10; made++) holds.push(await subject.newHold(id, 3, 1000))
    subject.clock.advance(1000)
    const { ledger } = subject.db
    const sweeps = times(4, () => ledger.releaseExpired(subject.clock.now(), 1000))
    const charges = holds.slice(0, 5).map((hold) => subject.charge(hold.id, REMOVE))
    expect(await countOf(charges, yes)).toBe(0)
    const released = (await Promise.all(sweeps)).reduce((sum, count) => sum + count, 0)
    expect(released).toBe(10)
    await subject.expectBooks(id, { balance: 30, held: 0 })
  })

  test('an account sees its own entries only, in the order of time', async () => {
    const [ann, bob] = [await subject.newAccount(1), await subject.newAccount(1)]
    for (const amount of [7, 2, 9, 4]) {
      subject.clock.advance(1)
      await subject.db.ledger.grant(ann.id, amount)
      await subject.db.ledger.grant(bob.id, 50)
    }
    expect((await entriesOf(subject.db, ann.id)).map(({ amount }) => amount)).toEqual([1, 7, 2, 9, 4])
  })

  test('a page of entries goes from new to old and names the key', async () => {
    const { id } = await subject.newAccount(5)
    const key = await subject.newKey(id)
    subject.clock.advance(1)
    const hold = await subject.db.ledger.hold({ accountId: id, keyId: key.id, amount: 2, lease: subject.lease() })
    await subject.charge(hold!.id, REMOVE)
    const { name: keyName, prefix: keyPrefix } = key
    expect((await subject.db.ledger.page(id, { limit: 10 })).items).toMatchObject([
      { amount: -2, reason: 'charge', ...REMOVE, keyId: key.id, keyName, keyPrefix, createdAt: subject.clock.now() },
      { amount: 5, reason: 'opening', keyName: null, keyPrefix: null },
    ])
    await subject.db.keys.revoke(key.id)
    expect((await subject.db.ledger.page(id, { limit: 1 })).items).toMatchObject([{ keyName, keyPrefix }])
  })

  test('pages show every entry of the account once, also those of the same millisecond, and none of others', async () => {
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    for (let amount = 2; amount <= 11; amount++) {
      if (amount % 4 === 0) subject.clock.advance(1)
      await subject.db.ledger.grant(mine.id, amount)
      await subject.db.ledger.grant(theirs.id, 100)
    }
    for (const limit of [1, 3, 10, 11, 50]) {
      const lines = await allPages(limit, (page) => subject.db.ledger.page(mine.id, page))
      expect(lines.map(({ amount }) => amount)).toEqual(times(11, (index) => 11 - index))
    }
  })
}
