import { expect, test } from 'vitest'
import { nameOfDeleted } from '../../../src/base/deleted-account.js'
import { allPages, type DatabaseUnderTest } from './under-test.js'

export function auditContract(subject: DatabaseUnderTest): void {
  const entry = (facts: { actor?: string; subject?: string | null; note?: string } = {}) => ({
    actor: 'ann@example.com',
    action: 'credits.grant',
    subject: 'bob@example.com',
    detail: '5',
    note: null,
    ...facts,
  })

  test('entries are read from new to old, a page at a time, as they were written', async () => {
    const { audit } = subject.db
    for (const note of ['first', 'second', 'third']) await audit.write(entry({ note }))
    const read = await allPages(2, (page) => audit.page('', page))
    expect(read.map(({ note }) => note)).toEqual(['third', 'second', 'first'])
    expect(read[0]).toEqual({ ...entry({ note: 'third' }), id: expect.any(String), createdAt: subject.clock.now() })
  })

  test('a part of who did it, or to whom, finds them; taken literally', async () => {
    const { audit } = subject.db
    await audit.write(entry({ actor: 'command line', subject: 'carl_1@example.com' }))
    await audit.write(entry({ subject: null }))
    const found = async (search: string) => (await audit.page(search, { limit: 9 })).items.map(({ actor }) => actor)
    expect(await found('CARL_')).toEqual(['command line'])
    expect(await found('ann@')).toEqual(['ann@example.com'])
    expect(await found('c_mmand')).toEqual([])
  })

  const whole = async () => (await subject.db.audit.page('', { limit: 99 })).items.toReversed()

  test('they outlive the account they are about, and the actor’s, without their addresses', async () => {
    const { accounts, audit } = subject.db
    const [one, other] = [await subject.newAccount(0), await subject.newAccount(0)]
    await audit.write(entry({ actor: other.email, subject: one.email, note: `asked by ${one.email}` }))
    await audit.write(entry({ actor: one.email, subject: null }))
    await accounts.remove(one.id)
    const name = nameOfDeleted(one.id)
    expect(await whole()).toMatchObject([
      { actor: other.email, subject: name, note: `asked by ${name}`, detail: '5' },
      { actor: name, subject: null },
    ])
    await accounts.remove(other.id)
    expect(await whole()).toMatchObject([{ actor: nameOfDeleted(other.id), subject: name }, { actor: name }])
  })

  test('earlier addresses of a deleted account go too, but not those of their other owners', async () => {
    const { accounts, audit } = subject.db
    const act = async (subject: string, note: string): Promise<void> => audit.write(entry({ subject, note }))
    const move = async (from: string, to: string): Promise<void> => {
      const { id } = (await accounts.findByEmail(from))!
      await accounts.setEmail(id, to)
      await audit.write({ actor: from, action: 'account.email', subject: from, detail: to, note: null })
    }
    const owner = (id: string) => ({ id, email: 'a@example.com', passwordHash: null, credits: 0 })
    const later = (): void => subject.clock.advance(1000)
    await accounts.create(owner('acc_1'))
    await act('a@example.com', 'first')
    await move('a@example.com', 'b@example.com')
    later()
    await accounts.create(owner('acc_2'))
    await act('a@example.com', 'second')
    await move('a@example.com', 'c@example.com')
    later()
    await accounts.create(owner('acc_3'))
    await act('a@example.com', 'third')
    await accounts.remove('acc_2')
    const two = nameOfDeleted('acc_2')
    expect((await whole()).map(({ actor, subject, detail }) => [actor, subject, detail])).toEqual([
      ['ann@example.com', 'a@example.com', '5'],
      ['a@example.com', 'a@example.com', 'b@example.com'],
      ['ann@example.com', two, '5'],
      [two, two, two],
      ['ann@example.com', 'a@example.com', '5'],
    ])
  })
}
