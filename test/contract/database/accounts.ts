import { expect, test } from 'vitest'
import { entriesOf } from '../../support/ledger-entries.js'
import { allPages, countOf, type DatabaseUnderTest, times } from './under-test.js'

const ann = { id: 'acc_ann', email: 'ann@example.com', passwordHash: 'a hash', credits: 3 }

export function accountsContract(subject: DatabaseUnderTest): void {
  test('an account gets another email, unless somebody has it', async () => {
    const { accounts } = subject.db
    const [mine, theirs] = [await subject.newAccount(1), await subject.newAccount(1)]
    expect(await accounts.setEmail(mine.id, 'new@example.com')).toBe(true)
    expect(await accounts.findByEmail('new@example.com')).toEqual({ ...mine, email: 'new@example.com' })
    expect(await accounts.findByEmail(mine.email)).toBeUndefined()
    expect(await accounts.setEmail(mine.id, 'new@example.com')).toBe(true)
    expect(await accounts.setEmail(mine.id, theirs.email)).toBe(false)
    expect(await accounts.setEmail('acc_nobody', 'free@example.com')).toBe(false)
    expect((await accounts.findById(mine.id))?.email).toBe('new@example.com')
  })

  test('a new account is what was asked for, with nothing held', async () => {
    const account = await subject.db.accounts.create(ann)
    const { id, email, passwordHash } = ann
    const createdAt = subject.clock.now()
    const usual = { held: 0, operator: false, unlimited: false, rateLimit: null, suspendedAt: null }
    expect(account).toEqual({ id, email, passwordHash, balance: 3, ...usual, createdAt })
  })

  test('the opening balance is the first ledger entry', async () => {
    await subject.db.accounts.create(ann)
    const nothing = { operation: null, keyId: null, resultId: null, note: null }
    expect(await entriesOf(subject.db, ann.id)).toEqual([
      { amount: 3, reason: 'opening', ...nothing, createdAt: subject.clock.now() },
    ])
    await subject.expectBooks(ann.id, { balance: 3, held: 0 })
  })

  test('an account without credits opens without an entry', async () => {
    await subject.db.accounts.create({ ...ann, credits: 0 })
    expect(await entriesOf(subject.db, ann.id)).toEqual([])
    await subject.expectBooks(ann.id, { balance: 0, held: 0 })
  })

  test('an email that is taken makes no account and leaves the first as it was', async () => {
    const { accounts } = subject.db
    const first = await accounts.create(ann)
    expect(await accounts.create({ ...ann, id: 'acc_other', passwordHash: 'other', credits: 9 })).toBeUndefined()
    expect(await accounts.list()).toEqual([first])
    expect(await entriesOf(subject.db, 'acc_other')).toEqual([])
    expect(await entriesOf(subject.db, ann.id)).toHaveLength(1)
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

  test('an account can be an operator from the start, become one and stop being one', async () => {
    const { accounts } = subject.db
    expect(await accounts.create({ ...ann, operator: true })).toMatchObject({ operator: true })
    const other = await subject.newAccount(1)
    await accounts.setOperator(ann.id, false)
    await accounts.setOperator(other.id, true)
    expect(await accounts.findById(ann.id)).toMatchObject({ operator: false })
    expect(await accounts.findByEmail(other.email)).toEqual({ ...other, operator: true })
  })

  test('an account is unlimited and has a rate of its own, from the start or later; its keys tell, its books stay', async () => {
    const { accounts, keys } = subject.db
    const [account, other] = [await subject.newAccount(4), await subject.newAccount(1)]
    const key = await subject.newKey(account.id)
    const terms = async () => (await keys.findByHash(`hash of ${key.id}`))?.account
    expect(await terms()).toEqual({ suspendedAt: null, unlimited: false, rateLimit: null })
    await accounts.setUnlimited(account.id, true)
    await accounts.setRateLimit(account.id, 7)
    expect(await terms()).toEqual({ suspendedAt: null, unlimited: true, rateLimit: 7 })
    expect(await accounts.findById(account.id)).toEqual({ ...account, unlimited: true, rateLimit: 7 })
    expect(await accounts.summarise(account.id)).toMatchObject({ unlimited: true, rateLimit: 7, balance: 4 })
    expect(await accounts.findById(other.id)).toEqual(other)
    await subject.expectBooks(account.id, { balance: 4, held: 0 })
    await accounts.setUnlimited(account.id, false)
    await accounts.setRateLimit(account.id, null)
    expect(await accounts.findById(account.id)).toEqual(account)
    const made = await accounts.create({ ...ann, unlimited: true, rateLimit: 3 })
    expect(made).toMatchObject({ unlimited: true, rateLimit: 3 })
  })

  test('what a request holds when its account turns unlimited is charged all the same', async () => {
    const { accounts, ledger, settle } = subject.db
    const account = await subject.newAccount(4)
    const lease = { owner: 'node/1', expiresAt: subject.clock.now() + 60_000 }
    const holding = { accountId: account.id, keyId: 'key', amount: 1, lease }
    const [charged, released] = [(await ledger.hold(holding))!, (await ledger.hold(holding))!]
    await accounts.setUnlimited(account.id, true)
    await subject.expectBooks(account.id, { balance: 4, held: 2 })
    expect(await settle({ accountId: account.id, operation: 'remove', holdId: charged.id })).toBe(true)
    expect(await ledger.release(released.id)).toBe(true)
    await subject.expectBooks(account.id, { balance: 3, held: 0 })
  })

  test('a suspended account keeps everything, and its keys tell; a second suspension keeps the time of the first', async () => {
    const { accounts, keys } = subject.db
    const [account, other] = [await subject.newAccount(4), await subject.newAccount(1)]
    const [key, others] = [await subject.newKey(account.id), await subject.newKey(other.id)]
    const suspendedAt = async (id: string) => (await keys.findByHash(`hash of ${id}`))?.account.suspendedAt
    const since = subject.clock.now()
    await accounts.setSuspended(account.id, true)
    subject.clock.advance(1000)
    await accounts.setSuspended(account.id, true)
    expect(await accounts.findById(account.id)).toEqual({ ...account, suspendedAt: since })
    expect([await suspendedAt(key.id), await suspendedAt(others.id)]).toEqual([since, null])
    await accounts.setSuspended(account.id, false)
    expect(await accounts.findById(account.id)).toEqual(account)
    expect(await suspendedAt(key.id)).toBeNull()
    await subject.expectBooks(account.id, { balance: 4, held: 0 })
  })

  test('accounts are counted', async () => {
    expect(await subject.db.accounts.count()).toBe(0)
    for (let made = 0; made < 3; made++) await subject.newAccount(0)
    expect(await subject.db.accounts.count()).toBe(3)
  })

  test('a page of accounts goes from new to old, with active keys and their last use', async () => {
    const [quiet, busy] = [await subject.newAccount(1), await subject.newAccount(7)]
    const [first, second, revoked] = await Promise.all(times(3, () => subject.newKey(busy.id)))
    await subject.db.keys.markUsed(first!.id)
    subject.clock.advance(1000)
    await subject.db.keys.markUsed(second!.id)
    await subject.db.keys.revoke(revoked!.id)
    const { accounts } = subject.db
    const { items: lines } = await accounts.page('', { limit: 10 })
    const { id, email, operator, balance, unlimited, rateLimit, createdAt } = busy
    const lastUsedAt = subject.clock.now()
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual({
      id,
      email,
      operator,
      balance,
      unlimited,
      rateLimit,
      createdAt,
      keys: 2,
      lastUsedAt,
      suspendedAt: null,
    })
    expect(await accounts.summarise(busy.id)).toEqual(lines.find((line) => line.id === busy.id))
    expect(await accounts.summarise('acc_nobody')).toBeUndefined()
    expect(lines.find((line) => line.id === quiet.id)).toMatchObject({ keys: 0, lastUsedAt: null })
  })

  test('pages show every account once, also those made in the same millisecond', async () => {
    const ids: string[] = []
    for (let made = 0; made < 7; made++) {
      if (made % 3 === 0) subject.clock.advance(1)
      ids.push((await subject.newAccount(0)).id)
    }
    const listed = await allPages(2, (page) => subject.db.accounts.page('', page))
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const created = listed.map(({ createdAt }) => createdAt)
    expect(created).toEqual(created.toSorted((a, b) => b - a))
  })

  test('a search finds emails that hold the text as it stands', async () => {
    const emails = ['ann@example.com', 'joanna@example.org', '100%_sure@example.com', 'bob@example.com']
    for (const [index, email] of emails.entries()) {
      await subject.db.accounts.create({ id: `acc_${index}`, email, passwordHash: null, credits: 0 })
      subject.clock.advance(1)
    }
    const found = async (text: string): Promise<string[]> =>
      (await subject.db.accounts.page(text, { limit: 10 })).items.map(({ email }) => email)
    expect(await found('ann')).toEqual(['joanna@example.org', 'ann@example.com'])
    expect(await found('ANN')).toEqual(['joanna@example.org', 'ann@example.com'])
    expect(await found('a\0')).toEqual([])
    expect(await found('%_s')).toEqual(['100%_sure@example.com'])
    expect(await found('_')).toEqual(['100%_sure@example.com'])
    expect(await found('\\')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  test('nothing is found by a text with a character that no id has', async () => {
    expect(await subject.db.accounts.findById('acc\0')).toBeUndefined()
    expect(await subject.db.keys.find('\0')).toBeUndefined()
    expect(await subject.db.results.find('x\0y')).toBeUndefined()
  })

  test('a removed account takes everything of its own along; its email is free again', async () => {
    const { db } = subject
    const { id } = (await db.accounts.create(ann))!
    const other = await subject.newAccount(3)
    for (const accountId of [id, other.id]) {
      const key = await subject.newKey(accountId)
      await subject.newSession(accountId, { id: `session of ${accountId}` })
      const hold = await subject.newHold(accountId, 1)
      await subject.charge(hold.id, { operation: 'remove' })
      const claim = { keyId: key.id, idempotencyKey: 'once' }
      const lease = subject.lease(1000)
      await db.idempotencyRecords.claim({ ...claim, fingerprint: 'abc', lease })
      const answer = { ...claim, ...lease, text: '{}' }
      expect(await db.settle({ accountId, operation: 'remove', answer })).toBe(true)
    }
    const [open, key] = [await subject.newHold(id, 1), (await db.keys.listOf(id))[0]!]

    await db.accounts.remove(id)
    expect(await db.accounts.findById(id)).toBeUndefined()
    expect([await db.keys.listOf(id), await entriesOf(db, id), await db.usage.daysOf(id, 0)]).toEqual([[], [], []])
    expect(await db.sessions.find(`session of ${id}`)).toBeUndefined()
    expect(await subject.charge(open.id, { operation: 'remove' })).toBe(false)
    const again = { keyId: key.id, idempotencyKey: 'once', fingerprint: 'abc', lease: subject.lease() }
    expect(await db.idempotencyRecords.claim(again)).toEqual({ state: 'first' })
    expect(await db.accounts.create(ann)).toBeDefined()

    await subject.expectBooks(other.id, { balance: 2, held: 0 })
    expect(await db.keys.listOf(other.id)).toHaveLength(1)
    expect(await db.sessions.find(`session of ${other.id}`)).toBeDefined()
    expect(await db.usage.daysOf(other.id, 0)).toHaveLength(1)
  })
}
