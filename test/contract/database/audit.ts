import { expect, test } from 'vitest'
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

  test('they outlive the account they are about', async () => {
    const account = await subject.newAccount(0)
    await subject.db.audit.write(entry({ subject: account.email }))
    await subject.db.accounts.remove(account.id)
    expect((await subject.db.audit.page(account.email, { limit: 9 })).items).toHaveLength(1)
  })
}
