import { expect, test } from 'vitest'
import { countOf, type DatabaseUnderTest, times } from './under-test.js'

const yes = (done: boolean): boolean => done

export function twoFactorsContract(subject: DatabaseUnderTest): void {
  const inForce = async (recoveryCodes: readonly string[] = []): Promise<string> => {
    const { id } = await subject.newAccount(1)
    await subject.db.twoFactors.begin(id, 'SECRET')
    expect(await subject.db.twoFactors.confirm(id, 7, recoveryCodes)).toBe(true)
    return id
  }

  test('is in force once it is confirmed; until then it can be begun anew', async () => {
    const { twoFactors } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    expect(await twoFactors.find(accountId)).toBeUndefined()
    expect(await twoFactors.confirm(accountId, 7, [])).toBe(false)
    expect(await twoFactors.begin(accountId, 'FIRST')).toBe(true)
    expect(await twoFactors.useStep(accountId, 8)).toBe(false)
    expect(await twoFactors.begin(accountId, 'SECOND')).toBe(true)
    expect(await twoFactors.find(accountId)).toEqual({ accountId, secret: 'SECOND', confirmedAt: null })
    subject.clock.advance(5)
    expect(await twoFactors.confirm(accountId, 7, ['a', 'b'])).toBe(true)
    const expected = { accountId, secret: 'SECOND', confirmedAt: subject.clock.now() }
    expect(await twoFactors.find(accountId)).toEqual(expected)
    expect(await twoFactors.begin(accountId, 'THIRD')).toBe(false)
    expect(await twoFactors.confirm(accountId, 9, ['c'])).toBe(false)
    expect(await twoFactors.find(accountId)).toEqual(expected)
    expect(await twoFactors.countRecoveryCodes(accountId)).toBe(2)
  })

  test('a step counts once, however many come with it at once, and none before it counts any more', async () => {
    const accountId = await inForce()
    const { twoFactors } = subject.db
    expect(await twoFactors.useStep(accountId, 7)).toBe(false)
    expect(
      await countOf(
        times(8, () => twoFactors.useStep(accountId, 9)),
        yes,
      ),
    ).toBe(1)
    expect(await twoFactors.useStep(accountId, 8)).toBe(false)
    expect(await twoFactors.useStep(accountId, 10)).toBe(true)
  })

  test('a recovery code counts once, and only for its account', async () => {
    const [mine, theirs] = [await inForce(['mine 1', 'mine 2']), await inForce(['theirs'])]
    const { twoFactors } = subject.db
    expect(await twoFactors.useRecoveryCode(mine, 'theirs')).toBe(false)
    expect(
      await countOf(
        times(8, () => twoFactors.useRecoveryCode(mine, 'mine 1')),
        yes,
      ),
    ).toBe(1)
    expect([await twoFactors.countRecoveryCodes(mine), await twoFactors.countRecoveryCodes(theirs)]).toEqual([1, 1])
  })

  test('recovery codes are replaced, all of them, and by one of those who do it at once', async () => {
    const [mine, theirs] = [await inForce(['mine 1', 'mine 2']), await inForce(['theirs'])]
    const { twoFactors } = subject.db
    expect(await twoFactors.replaceRecoveryCodes(mine, ['new 1', 'new 2', 'new 3'])).toBe(true)
    expect(await twoFactors.useRecoveryCode(mine, 'mine 1')).toBe(false)
    expect(await twoFactors.useRecoveryCode(mine, 'new 1')).toBe(true)
    expect([await twoFactors.countRecoveryCodes(mine), await twoFactors.countRecoveryCodes(theirs)]).toEqual([2, 1])
    await Promise.all(times(8, (n) => twoFactors.replaceRecoveryCodes(mine, [`${n} a`, `${n} b`])))
    expect(await twoFactors.countRecoveryCodes(mine)).toBe(2)
    const { id: without } = await subject.newAccount(1)
    await twoFactors.begin(without, 'SECRET')
    expect(await twoFactors.replaceRecoveryCodes(without, ['never'])).toBe(false)
    expect(await twoFactors.countRecoveryCodes(without)).toBe(0)
  })

  test('goes with its codes when it is removed, and with its account', async () => {
    const { twoFactors, accounts } = subject.db
    const [mine, theirs] = [await inForce(['mine']), await inForce(['theirs'])]
    expect(await twoFactors.remove(mine)).toBe(true)
    expect(await twoFactors.remove(mine)).toBe(false)
    expect(await twoFactors.find(mine)).toBeUndefined()
    expect(await twoFactors.useRecoveryCode(mine, 'mine')).toBe(false)
    await accounts.remove(theirs)
    expect([await twoFactors.find(theirs), await twoFactors.countRecoveryCodes(theirs)]).toEqual([undefined, 0])
  })
}

export function passwordLinksContract(subject: DatabaseUnderTest): void {
  const link = (accountId: string, id: string) => ({ id, accountId, expiresAt: subject.clock.now() + 1000 })

  test('a link is taken once, however many try at once', async () => {
    const { passwordLinks } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    const made = link(accountId, 'a link')
    await passwordLinks.create(made)
    expect(await passwordLinks.take('another link')).toBeUndefined()
    const taken = await Promise.all(times(8, () => passwordLinks.take('a link')))
    expect(taken.filter((each) => each !== undefined)).toEqual([made])
  })

  test('a link lasts up to the last millisecond of its time and not longer', async () => {
    const { passwordLinks } = subject.db
    const [one, two] = [await subject.newAccount(1), await subject.newAccount(1)]
    await passwordLinks.create(link(one.id, 'one'))
    await passwordLinks.create(link(two.id, 'two'))
    subject.clock.advance(999)
    expect(await passwordLinks.take('one')).toBeDefined()
    subject.clock.advance(1)
    expect(await passwordLinks.take('two')).toBeUndefined()
  })

  test('a new link ends the one before it, and no link of others', async () => {
    const { passwordLinks } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    await passwordLinks.create(link(theirs.id, 'theirs'))
    await passwordLinks.create(link(mine.id, 'first'))
    await passwordLinks.create(link(mine.id, 'second'))
    expect(await passwordLinks.take('first')).toBeUndefined()
    expect(await passwordLinks.take('second')).toBeDefined()
    expect(await passwordLinks.take('theirs')).toBeDefined()
  })

  test('the links of an account can be ended, and end with it', async () => {
    const { passwordLinks, accounts } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    await passwordLinks.create(link(mine.id, 'mine'))
    await passwordLinks.create(link(theirs.id, 'theirs'))
    await passwordLinks.endAllOf(mine.id)
    expect(await passwordLinks.take('mine')).toBeUndefined()
    await accounts.remove(theirs.id)
    expect(await passwordLinks.take('theirs')).toBeUndefined()
  })
}

export function emailLinksContract(subject: DatabaseUnderTest): void {
  const link = (accountId: string | null, id: string, email = `${id}@example.com`) => ({
    id,
    accountId,
    email,
    expiresAt: subject.clock.now() + 1000,
  })

  test('a link is taken once, however many try at once, and in its time only', async () => {
    const { emailLinks } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    for (const made of [link(accountId, 'of an account'), link(null, 'of nobody yet')]) {
      await emailLinks.create(made)
      const taken = await Promise.all(times(8, () => emailLinks.take(made.id)))
      expect(taken.filter((each) => each !== undefined)).toEqual([made])
    }
    await emailLinks.create(link(accountId, 'one'))
    await emailLinks.create(link(null, 'two'))
    subject.clock.advance(999)
    expect(await emailLinks.take('one')).toBeDefined()
    subject.clock.advance(1)
    expect(await emailLinks.take('two')).toBeUndefined()
  })

  test('a new link ends the one before it: of its account, or to an address without one', async () => {
    const { emailLinks } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const [first, other, second] = ['first@example.com', 'other@example.com', 'second@example.com']
    await emailLinks.create(link(theirs.id, 'theirs', first))
    await emailLinks.create(link(null, 'sign-up', first))
    await emailLinks.create(link(null, 'other sign-up', other))
    await emailLinks.create(link(mine.id, 'first', first))
    await emailLinks.create(link(mine.id, 'second', second))
    await emailLinks.create(link(null, 'sign-up again', first))
    const there = []
    for (const id of ['theirs', 'sign-up', 'other sign-up', 'first', 'second', 'sign-up again'])
      if (await emailLinks.take(id)) there.push(id)
    expect(there).toEqual(['theirs', 'other sign-up', 'second', 'sign-up again'])
  })

  test('the links of an account can be ended, and end with it; others stay', async () => {
    const { emailLinks, accounts } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    await emailLinks.create(link(mine.id, 'mine'))
    await emailLinks.create(link(theirs.id, 'theirs'))
    await emailLinks.create(link(null, 'of nobody yet'))
    await emailLinks.endAllOf(mine.id)
    await accounts.remove(theirs.id)
    expect([await emailLinks.take('mine'), await emailLinks.take('theirs')]).toEqual([undefined, undefined])
    expect(await emailLinks.take('of nobody yet')).toBeDefined()
  })
}
