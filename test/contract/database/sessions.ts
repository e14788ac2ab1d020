import { expect, test } from 'vitest'
import { type DatabaseUnderTest, MINUTE_MS, times } from './under-test.js'

export function sessionsContract(subject: DatabaseUnderTest): void {
  const keyOf = async (accountId: string, sessionId: string) => {
    const facts = { id: `key_of_${sessionId}`, name: 'Playground', prefix: 'sk_', hash: `hash of ${sessionId}` }
    return subject.db.keys.create({ ...facts, accountId, rateLimit: null, sessionId })
  }

  test('a session is found by its id with everything that was said about it', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const now = subject.clock.now()
    const runsIn = { browser: 'Firefox', system: 'Linux' }
    const facts = { id: 'the hash of a token', accountId, csrf: 'a token', expiresAt: now + MINUTE_MS, ...runsIn }
    const session = await subject.db.sessions.create(facts)
    expect(session).toEqual({ ...facts, createdAt: now, lastSeenAt: now })
    expect(await subject.db.sessions.find(facts.id)).toEqual(session)
    expect(await subject.db.sessions.find('the hash of another')).toBeUndefined()
  })

  test('the sessions of an account are listed, the one used last first, without those that are over', async () => {
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const { sessions } = subject.db
    await subject.newSession(theirs.id)
    await subject.newSession(mine.id, { expiresAt: subject.clock.now() + 10 })
    const older = await subject.newSession(mine.id, { expiresAt: subject.clock.now() + 9000 })
    subject.clock.advance(100)
    const newer = await subject.newSession(mine.id, { expiresAt: subject.clock.now() + 9000 })
    expect(await sessions.listOf(mine.id)).toEqual([newer, older])
    subject.clock.advance(100)
    await sessions.prolong(older.id, older.expiresAt)
    expect((await sessions.listOf(mine.id)).map(({ id }) => id)).toEqual([older.id, newer.id])
  })

  test('a session lasts up to the last millisecond of its time and not longer', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const { id } = await subject.newSession(accountId, { expiresAt: subject.clock.now() + 1000 })
    subject.clock.advance(999)
    expect(await subject.db.sessions.find(id)).toBeDefined()
    subject.clock.advance(1)
    expect(await subject.db.sessions.find(id)).toBeUndefined()
  })

  test('a prolonged session knows when its owner was last seen', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const session = await subject.newSession(accountId)
    const other = await subject.newSession(accountId)
    subject.clock.advance(500)
    const lastSeenAt = subject.clock.now()
    await subject.db.sessions.prolong(session.id, lastSeenAt + 9000)
    const expected = { ...session, lastSeenAt, expiresAt: lastSeenAt + 9000 }
    expect(await subject.db.sessions.find(session.id)).toEqual(expected)
    expect(await subject.db.sessions.find(other.id)).toEqual(other)
  })

  test('a session needs an account', async () => {
    await expect(subject.newSession('acc_nobody')).rejects.toThrow()
  })

  test('its key is active while it lasts, and no longer, also when nobody ends it', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const { id } = await subject.newSession(accountId, { expiresAt: subject.clock.now() + 1000 })
    const key = await keyOf(accountId, id)
    expect(await subject.db.keys.findByHash(`hash of ${id}`)).toMatchObject(key)
    expect(key.sessionId).toBe(id)
    subject.clock.advance(1000)
    expect(await subject.db.keys.findByHash(`hash of ${id}`)).toBeUndefined()
    expect(await subject.db.keys.find(key.id)).toBeUndefined()
    expect(await subject.db.keys.listActive(accountId)).toEqual([])
    expect(await subject.db.keys.countActive()).toBe(0)
  })

  test('with a session its keys end, and those of no other', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const [mine, other] = [await subject.newSession(accountId), await subject.newSession(accountId)]
    const [key, otherKey] = [await keyOf(accountId, mine.id), await keyOf(accountId, other.id)]
    const ordinary = await subject.newKey(accountId)
    await subject.db.keys.markUsed(key.id)
    await subject.db.sessions.end(mine.id)
    expect(await subject.db.sessions.find(mine.id)).toBeUndefined()
    expect(await subject.db.keys.findByHash(`hash of ${mine.id}`)).toBeUndefined()
    const active = (await subject.db.keys.listActive(accountId)).map(({ id }) => id)
    expect(active.toSorted()).toEqual([ordinary.id, otherKey.id].toSorted())
  })

  test('a key that was used stays in the books, revoked; one that never was leaves no trace', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const [used, unused] = [await subject.newSession(accountId), await subject.newSession(accountId)]
    const [usedKey, unusedKey] = [await keyOf(accountId, used.id), await keyOf(accountId, unused.id)]
    await subject.db.keys.markUsed(usedKey.id)
    subject.clock.advance(10)
    for (const { id } of [used, unused]) await subject.db.sessions.end(id)
    const left = await subject.db.keys.listOf(accountId)
    expect(left).toMatchObject([{ id: usedKey.id, revokedAt: subject.clock.now() }])
    expect(left.map(({ id }) => id)).not.toContain(unusedKey.id)
  })

  test('the keys of a session can end before it', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const { id } = await subject.newSession(accountId)
    await keyOf(accountId, id)
    await subject.db.keys.endOfSession(id)
    expect(await subject.db.keys.findByHash(`hash of ${id}`)).toBeUndefined()
    expect(await subject.db.sessions.find(id)).toBeDefined()
  })

  test('ending what is over is no error', async () => {
    await subject.db.sessions.end('never was')
    await subject.db.sessions.endAllOf('acc_nobody')
    await subject.db.keys.endOfSession('never was')
  })

  test('all sessions of an account end at once, except one that is named; others stay', async () => {
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const [a, b, c] = await Promise.all(times(3, () => subject.newSession(mine.id)))
    const other = await subject.newSession(theirs.id)
    const found = async () =>
      Promise.all([a!, b!, c!, other].map(async ({ id }) => (await subject.db.sessions.find(id)) !== undefined))
    await subject.db.sessions.endAllOf(mine.id, b!.id)
    expect(await found()).toEqual([false, true, false, true])
    await subject.db.sessions.endAllOf(mine.id)
    expect(await found()).toEqual([false, false, false, true])
  })

  test('expired ones are removed with their keys and counted', async () => {
    const { id: accountId } = await subject.newAccount(1)
    const now = subject.clock.now()
    const old = await subject.newSession(accountId, { expiresAt: now + 1000 })
    const key = await keyOf(accountId, old.id)
    await subject.db.keys.markUsed(key.id)
    await subject.newSession(accountId, { expiresAt: now + 1000 })
    const young = await subject.newSession(accountId, { expiresAt: now + 1001 })
    subject.clock.advance(1000)
    expect(await subject.db.sessions.endExpired(subject.clock.now(), 1), 'not more than asked').toBe(1)
    expect(await subject.db.sessions.endExpired(subject.clock.now(), 1000)).toBe(1)
    expect(await subject.db.sessions.endExpired(subject.clock.now(), 1000)).toBe(0)
    expect(await subject.db.sessions.find(young.id)).toBeDefined()
    expect((await subject.db.keys.listOf(accountId))[0]?.revokedAt).toBe(subject.clock.now())
  })
}
