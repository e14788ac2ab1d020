import { expect, test } from 'vitest'
import type { Link, LinkPurpose } from '../../../src/db/port.js'
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

export function linksContract(subject: DatabaseUnderTest): void {
  const timed = (id: string) => ({ id, expiresAt: subject.clock.now() + 1000 })
  const password = (accountId: string, id: string) => ({ ...timed(id), purpose: 'new-password', accountId }) as const
  const signIn = (accountId: string, id: string) => ({ ...timed(id), purpose: 'sign-in', accountId }) as const
  const email = (accountId: string, id: string, to = `${id}@example.com`) =>
    ({ ...timed(id), purpose: 'new-email', accountId, email: to }) as const
  const signUp = (id: string, to = `${id}@example.com`) => ({ ...timed(id), purpose: 'sign-up', email: to }) as const

  /** Those that could be taken. */
  async function taken(links: readonly Link[]): Promise<string[]> {
    const there = []
    for (const { id, purpose } of links) if (await subject.db.links.take(id, purpose)) there.push(id)
    return there
  }

  test('a link is taken once, however many try at once, and for its purpose only', async () => {
    const { links } = subject.db
    const { id: accountId } = await subject.newAccount(1)
    for (const made of [
      password(accountId, 'one'),
      email(accountId, 'two'),
      signUp('three'),
      signIn(accountId, 'four'),
    ]) {
      await links.create(made)
      expect(await links.take('another link', made.purpose)).toBeUndefined()
      const others = (['new-password', 'new-email', 'sign-up', 'sign-in'] as const).filter(
        (purpose) => purpose !== made.purpose,
      )
      for (const purpose of others) expect(await links.take(made.id, purpose)).toBeUndefined()
      const found = await Promise.all(times(8, () => links.take<LinkPurpose>(made.id, made.purpose)))
      expect(found.filter((each) => each !== undefined)).toEqual([made])
    }
  })

  test('a link lasts up to the last millisecond of its time and not longer', async () => {
    const { links } = subject.db
    const [one, two] = [await subject.newAccount(1), await subject.newAccount(1)]
    await links.create(password(one.id, 'one'))
    await links.create(password(two.id, 'two'))
    subject.clock.advance(999)
    expect(await links.take('one', 'new-password')).toBeDefined()
    subject.clock.advance(1)
    expect(await links.take('two', 'new-password')).toBeUndefined()
  })

  test('a new link ends the one before it: of its account, or to an address without one, for the same purpose', async () => {
    const { links } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const [first, other, second] = ['first@example.com', 'other@example.com', 'second@example.com']
    const created = [
      password(theirs.id, 'their password'),
      password(mine.id, 'password'),
      email(theirs.id, 'theirs', first),
      signUp('sign-up', first),
      signUp('other sign-up', other),
      email(mine.id, 'email', first),
      email(mine.id, 'email again', second),
      signIn(mine.id, 'sign-in'),
      signUp('sign-up again', first),
      password(mine.id, 'password again'),
      signIn(mine.id, 'sign-in again'),
    ]
    for (const link of created) await links.create(link)
    expect(await taken(created)).toEqual([
      'their password',
      'theirs',
      'other sign-up',
      'email again',
      'sign-up again',
      'password again',
      'sign-in again',
    ])
  })

  test('the links of an account can be ended, for one purpose or for all, and end with it; others stay', async () => {
    const { links, accounts } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    const created = [
      password(mine.id, 'my password'),
      email(mine.id, 'my email'),
      password(theirs.id, 'their password'),
      email(theirs.id, 'their email'),
      signUp('of no account'),
    ]
    for (const link of created) await links.create(link)
    await links.endAllOf(mine.id, 'new-email')
    expect(await links.take('my email', 'new-email')).toBeUndefined()
    await links.create(email(mine.id, 'my email'))
    await links.endAllOf(mine.id)
    await accounts.remove(theirs.id)
    expect(await taken(created)).toEqual(['of no account'])
  })
}
