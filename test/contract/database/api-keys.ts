import { expect, test } from 'vitest'
import { type DatabaseUnderTest, times } from './under-test.js'

const facts = { id: 'key_1', name: 'Laptop', prefix: 'sk_abcdef', hash: 'the hash of a key', rateLimit: 7 }

const NOTHING_SPECIAL = { suspendedAt: null, unlimited: false, rateLimit: null }

export function apiKeysContract(subject: DatabaseUnderTest): void {
  test('a key is found by its hash, with everything that was said about it', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await keys.create({ ...facts, accountId })
    const { id, name, prefix, rateLimit } = facts
    const moments = { createdAt: subject.clock.now(), lastUsedAt: null, expiresAt: null, revokedAt: null }
    const free = { sessionId: null, scopes: null, lastAddress: null }
    const expected = { id, accountId, name, prefix, rateLimit, ...free, ...moments }
    expect(key).toEqual(expected)
    expect(await keys.findByHash(facts.hash)).toEqual({ ...expected, account: NOTHING_SPECIAL })
    expect(await keys.findByHash('the hash of another key')).toBeUndefined()
  })

  test('a key may have no limit of its own', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    await keys.create({ ...facts, accountId, rateLimit: null })
    expect((await keys.findByHash(facts.hash))?.rateLimit).toBeNull()
  })

  test('of 12 that ask at once for one of 3 places, 3 get a key; a revoked key makes room, those of others take none', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const other = await subject.newAccount(1)
    for (let made = 0; made < 3; made++) await subject.newKey(other.id)
    const ask = (index: number) =>
      keys.createWithin(3, { ...facts, id: `key_w${index}`, hash: `hash ${index}`, accountId })
    const made = (await Promise.all(times(12, ask))).filter((key) => key !== undefined)
    expect(made).toHaveLength(3)
    expect(await keys.listActive(accountId)).toHaveLength(3)
    await keys.revoke(made[0]!.id)
    expect(await ask(12)).toMatchObject({ id: 'key_w12', accountId })
    expect(await ask(13)).toBeUndefined()
  })

  test('a hash belongs to one key only', async () => {
    const { id: accountId } = await subject.newAccount(1)
    await subject.db.keys.create({ ...facts, accountId })
    await expect(subject.db.keys.create({ ...facts, id: 'key_2', accountId })).rejects.toThrow()
  })

  test('a revoked key is not found any more, but still listed with the time of its end', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await keys.create({ ...facts, accountId })
    const other = await subject.newKey(accountId)
    subject.clock.advance(5000)
    expect(await keys.revoke(key.id)).toBe(true)
    expect(await keys.findByHash(facts.hash)).toBeUndefined()
    const listed = await keys.listOf(accountId)
    expect(listed).toContainEqual({ ...key, revokedAt: subject.clock.now() })
    expect(listed).toContainEqual(other)
  })

  test('a second revocation succeeds and keeps the time of the first', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const { id } = await keys.create({ ...facts, accountId })
    await keys.revoke(id)
    const firstTime = subject.clock.now()
    subject.clock.advance(5000)
    expect(await keys.revoke(id)).toBe(true)
    expect((await keys.listOf(accountId))[0]?.revokedAt).toBe(firstTime)
  })

  test('revoking a key that does not exist says so', async () => {
    expect(await subject.db.keys.revoke('key_nobody_has')).toBe(false)
  })

  test('a new rate limit counts from the next look-up, for that key alone', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await keys.create({ ...facts, accountId })
    const other = await subject.newKey(accountId, 5)
    expect(await keys.setRateLimit(key.id, 500)).toBe(true)
    expect(await keys.findByHash(facts.hash)).toMatchObject({ ...key, rateLimit: 500 })
    expect(await keys.listOf(accountId)).toContainEqual(other)
  })

  test('a key that does not exist or is revoked takes no rate limit', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await keys.create({ ...facts, accountId })
    await keys.revoke(key.id)
    expect(await keys.setRateLimit(key.id, 500)).toBe(false)
    expect(await keys.setRateLimit('key_nobody_has', 500)).toBe(false)
    expect((await keys.listOf(accountId))[0]?.rateLimit).toBe(facts.rateLimit)
  })

  test('an account sees its own keys only, in the order they were made', async () => {
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const made = []
    for (const id of ['key_m', 'key_z', 'key_a']) {
      made.push(await subject.db.keys.create({ ...facts, id, hash: id, accountId: mine.id }))
      await subject.newKey(theirs.id)
      subject.clock.advance(1)
    }
    expect(await subject.db.keys.listOf(mine.id)).toEqual(made)
    expect(await subject.db.keys.listOf('acc_nobody')).toEqual([])
  })

  test('a key is found by its id while it is active', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await subject.newKey(accountId)
    expect(await keys.find(key.id)).toEqual(key)
    expect(await keys.find('key_nobody_has')).toBeUndefined()
    await keys.revoke(key.id)
    expect(await keys.find(key.id)).toBeUndefined()
  })

  test('active keys are listed newest first and counted, without those that are revoked', async () => {
    const { keys } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const made = []
    for (let count = 0; count < 3; count++) {
      made.push(await subject.newKey(mine.id))
      subject.clock.advance(1)
    }
    await subject.newKey(theirs.id)
    await keys.revoke(made[1]!.id)
    expect(await keys.listActive(mine.id)).toEqual([made[2], made[0]])
    expect(await keys.countActive()).toBe(3)
  })

  test('the last use of a key is that of the clock, and of this key alone', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const [key, other] = [await subject.newKey(accountId), await subject.newKey(accountId)]
    subject.clock.advance(77)
    await keys.markUsed(key.id, '192.0.2.7')
    await keys.markUsed('key_nobody_has', '192.0.2.8')
    const used = { lastUsedAt: subject.clock.now(), lastAddress: '192.0.2.7' }
    expect(await keys.find(key.id)).toEqual({ ...key, ...used })
    expect(await keys.find(other.id)).toEqual(other)
  })

  test('a key keeps its end and its scopes; after its end it is still found, to be refused in words', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const terms = { expiresAt: subject.clock.now() + 1000, scopes: ['remove', 'account'] }
    const key = await keys.create({ ...facts, ...terms, accountId })
    expect(key).toMatchObject(terms)
    subject.clock.advance(5000)
    expect(await keys.findByHash(facts.hash)).toEqual({ ...key, account: NOTHING_SPECIAL })
  })

  test('name, end and scopes can be changed, of this key alone and while it is active', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const [key, other] = [await subject.newKey(accountId), await subject.newKey(accountId)]
    const terms = { name: 'Renamed', expiresAt: subject.clock.now() + 1000, scopes: ['id-photo'] }
    expect(await keys.setTerms(key.id, terms)).toBe(true)
    expect(await keys.find(key.id)).toEqual({ ...key, ...terms })
    expect(await keys.find(other.id)).toEqual(other)
    expect(await keys.setTerms(key.id, { name: 'Free', expiresAt: null, scopes: null })).toBe(true)
    expect(await keys.find(key.id)).toEqual({ ...key, name: 'Free' })
    await keys.revoke(key.id)
    expect(await keys.setTerms(key.id, terms)).toBe(false)
    expect(await keys.setTerms('key_nobody_has', terms)).toBe(false)
  })

  test('a limit of its own can be taken away again', async () => {
    const { keys } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const key = await subject.newKey(accountId, 5)
    expect(await keys.setRateLimit(key.id, null)).toBe(true)
    expect(await keys.find(key.id)).toEqual({ ...key, rateLimit: null })
  })
}
