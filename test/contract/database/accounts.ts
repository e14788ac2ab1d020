import { expect, test } from 'vitest'
import { countOf, type DatabaseUnderTest, times } from './under-test.js'

const ann = { id: 'acc_ann', email: 'ann@example.com', passwordHash: 'a hash', credits: 3 }

export function accountsContract(subject: DatabaseUnderTest): void {
  test('a new account is what was asked for, with nothing held', async () => {
    const account = await subject.db.accounts.create(ann)
    const { id, email, passwordHash } = ann
    expect(account).toEqual({ id, email, passwordHash, balance: 3, held: 0, createdAt: subject.clock.now() })
  })

  test('the opening balance is the first ledger entry', async () => {
    await subject.db.accounts.create(ann)
    const nothing = { operation: null, keyId: null, resultId: null }
    expect(await subject.db.ledger.entriesOf(ann.id)).toEqual([
      { amount: 3, reason: 'opening', ...nothing, createdAt: subject.clock.now() },
    ])
    await subject.expectBooks(ann.id, { balance: 3, held: 0 })
  })

  test('an account without credits opens without an entry', async () => {
    await subject.db.accounts.create({ ...ann, credits: 0 })
    expect(await subject.db.ledger.entriesOf(ann.id)).toEqual([])
    await subject.expectBooks(ann.id, { balance: 0, held: 0 })
  })

  test('an email that is taken makes no account and leaves the first as it was', async () => {
    const { accounts, ledger } = subject.db
    const first = await accounts.create(ann)
    expect(await accounts.create({ ...ann, id: 'acc_other', passwordHash: 'other', credits: 9 })).toBeUndefined()
    expect(await accounts.list()).toEqual([first])
    expect(await ledger.entriesOf('acc_other')).toEqual([])
    expect(await ledger.entriesOf(ann.id)).toHaveLength(1)
  })

  test('of 20 that ask for one email at once, one gets it', async () => {
    const { accounts } = subject.db
    const made = times(20, (index) => accounts.create({ ...ann, id: `acc_${index}` }))
    expect(await countOf(made, (account) => account !== undefined)).toBe(1)
    const list = await accounts.list()
    expect(list).toHaveLength(1)
    for (const { id } of list) await subject.expectBooks(id, { balance: 3, held: 0 })
  })

  test('an account is found by its email and by its id, and by nothing else', async () => {
    const { accounts } = subject.db
    const account = await accounts.create(ann)
    await subject.newAccount(1)
    expect(await accounts.findByEmail(ann.email)).toEqual(account)
    expect(await accounts.findById(ann.id)).toEqual(account)
    expect(await accounts.findByEmail(ann.id)).toBeUndefined()
    expect(await accounts.findById(ann.email)).toBeUndefined()
  })

  test('a new password replaces the old one of that account alone', async () => {
    const { accounts } = subject.db
    const account = await accounts.create(ann)
    const other = await subject.newAccount(1)
    await accounts.setPassword(ann.id, 'a new hash')
    expect(await accounts.findById(ann.id)).toEqual({ ...account, passwordHash: 'a new hash' })
    expect(await accounts.findById(other.id)).toEqual(other)
  })

  test('accounts are listed in the order they were made', async () => {
    const ids = ['acc_m', 'acc_z', 'acc_a']
    for (const id of ids) {
      await subject.db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits: 0 })
      subject.clock.advance(1)
    }
    expect((await subject.db.accounts.list()).map(({ id }) => id)).toEqual(ids)
  })
}
