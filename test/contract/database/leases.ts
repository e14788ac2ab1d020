import { expect, test } from 'vitest'
import { entriesOf } from '../../support/ledger-entries.js'
import { type DatabaseUnderTest, MINUTE_MS } from './under-test.js'

export function leasesContract(subject: DatabaseUnderTest): void {
  /** A hold, a claim and an announced result of this owner, open for a second. */
  const openAll = async (accountId: string, owner: string) => {
    const { db } = subject
    const lease = subject.lease(1000, owner)
    const hold = (await db.ledger.hold({ accountId, keyId: 'key', amount: 1, lease }))!
    const claim = { keyId: 'key', idempotencyKey: owner }
    await db.idempotencyRecords.claim({ ...claim, fingerprint: 'abc', lease })
    const facts = { accountId, keyId: 'key', operation: 'remove', contentType: 'image/png', bytes: 1 }
    const result = { ...facts, id: `result of ${owner}`, objectKey: `${owner}.png` }
    await db.results.announce(result, lease)
    const expiresAt = subject.clock.now() + 60 * MINUTE_MS
    const settlement = {
      accountId,
      operation: 'remove',
      holdId: hold.id,
      result: { id: result.id, expiresAt },
      answer: { ...claim, owner, text: '{}', expiresAt },
    }
    return { hold, result, claim, settlement }
  }

  /** How many holds, claims and results the sweep finds. */
  const sweep = async (): Promise<number[]> => {
    const { db, clock } = subject
    const results = await db.results.listExpired(clock.now(), 10)
    return [
      await db.ledger.releaseExpired(clock.now(), 1000),
      await db.idempotencyRecords.forgetExpired(clock.now(), 1000),
      results.length,
    ]
  }

  test('a settlement charges, publishes and answers at once', async () => {
    const { id } = await subject.newAccount(5)
    const { settlement, result, claim } = await openAll(id, 'node/1')
    expect(await subject.db.settle(settlement)).toBe(true)
    await subject.expectBooks(id, { balance: 4, held: 0 })
    expect(await subject.db.results.find(result.id)).toMatchObject({ id: result.id })
    const again = { ...claim, fingerprint: 'abc', lease: subject.lease() }
    expect(await subject.db.idempotencyRecords.claim(again)).toEqual({ state: 'answered', answer: '{}' })
    expect((await entriesOf(subject.db, id)).at(-1)).toMatchObject({ amount: -1, resultId: result.id })
    expect(await subject.db.settle(settlement)).toBe(false)
    await subject.expectBooks(id, { balance: 4, held: 0 })
  })

  test.each(['the hold', 'the claim', 'the result', 'the account'])(
    'when %s is gone, nothing of it happens',
    async (what) => {
      const { db } = subject
      const { id } = await subject.newAccount(5)
      const { settlement, hold, result, claim } = await openAll(id, 'node/1')
      if (what === 'the hold') await db.ledger.release(hold.id)
      else if (what === 'the claim') await db.idempotencyRecords.abandon(claim.keyId, claim.idempotencyKey, 'node/1')
      else if (what === 'the result') await db.results.forget([result.id])
      else await db.accounts.remove(id)
      expect(await db.settle(settlement)).toBe(false)
      expect(await db.results.find(result.id)).toBeUndefined()
      expect(await db.usage.totalSince(0)).toEqual({ images: 0, credits: 0 })
      const again = { ...claim, fingerprint: 'abc', lease: subject.lease() }
      expect((await db.idempotencyRecords.claim(again)).state).not.toBe('answered')
      if (what !== 'the account') expect((await db.accounts.findById(id))?.balance).toBe(5)
    },
  )

  test('free images of an account that is gone are not counted', async () => {
    expect(await subject.db.settle({ accountId: 'acc_nobody', operation: 'remove' })).toBe(false)
    expect(await subject.db.usage.totalSince(0)).toEqual({ images: 0, credits: 0 })
  })

  test('what is renewed lasts, for these owners alone', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const { settlement } = await openAll(id, 'node/1')
    await openAll(id, 'node/2')
    clock.advance(999)
    await db.leases.renew(['node/1', 'node/9'], clock.now() + 1000)
    await db.leases.renew([], clock.now() + 1000)
    clock.advance(1)
    expect(await sweep()).toEqual([1, 1, 1])
    clock.advance(998)
    expect(await db.settle(settlement)).toBe(true)
  })

  test('what has expired is not renewed: the sweep may be at it', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const { settlement } = await openAll(id, 'node/1')
    clock.advance(1000)
    await db.leases.renew(['node/1'], clock.now() + 1000)
    expect(await db.settle(settlement)).toBe(false)
    expect(await sweep()).toEqual([1, 1, 1])
  })

  test('renewing changes neither answers nor public results', async () => {
    const { db, clock } = subject
    const { id } = await subject.newAccount(5)
    const { settlement, result } = await openAll(id, 'node/1')
    await db.settle(settlement)
    await db.leases.renew(['node/1'], clock.now() + 1)
    await db.leases.endAllOf('node')
    expect(await sweep()).toEqual([0, 0, 0])
    expect((await db.results.find(result.id))?.expiresAt).toBe(settlement.result.expiresAt)
  })

  test('what a request could not close has expired at once, and nothing of others', async () => {
    const { db } = subject
    const { id } = await subject.newAccount(5)
    const { settlement: over } = await openAll(id, 'node/1')
    const { settlement: done } = await openAll(id, 'node/2')
    const { settlement: running } = await openAll(id, 'node/3')
    await db.settle(done)
    await db.leases.expire(['node/1', 'node/2'])
    expect(await db.settle(over)).toBe(false)
    expect(await sweep()).toEqual([1, 1, 1])
    expect(await db.settle(running)).toBe(true)
  })

  test('the earlier life of a node is over; other nodes live on, also those whose names begin alike', async () => {
    const { db } = subject
    const { id } = await subject.newAccount(5)
    await openAll(id, 'node/1')
    await openAll(id, 'node/2')
    const { settlement } = await openAll(id, 'node-2/1')
    await db.leases.endAllOf('node')
    expect(await sweep()).toEqual([2, 2, 2])
    expect(await db.settle(settlement)).toBe(true)
  })
}
