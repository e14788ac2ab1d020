/** API keys: shown once, kept as a hash, refused when anything about them is wrong. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { authenticate, createApiKey } from '../../src/service/accounts/api-keys.js'
import { cheapPasswords } from '../support/cheap-passwords.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
let db: Database
let accountId: string
let count = 0

beforeEach(async () => {
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), systemClock)
  accountId = (
    await createAccount(
      { accounts: db.accounts, clock: systemClock, passwords: cheapPasswords },
      { email: 'ann@example.com', credits: 1 },
    )
  ).id
})
afterEach(() => db.close())

const newKey = (rateLimit?: number) => createApiKey(db.keys, systemClock, { accountId, name: 'Laptop', rateLimit })

describe('an API key', () => {
  test('is kept only as its SHA-256 and its first characters', async () => {
    const create = vi.spyOn(db.keys, 'create')
    const { key, record } = await newKey()
    expect(key).toMatch(/^sk_[A-Za-z0-9_-]{40}$/)
    expect(record.prefix).toBe(key.slice(0, 9))
    const kept = create.mock.calls[0]?.[0]
    expect(kept?.hash).toBe(createHash('sha256').update(key).digest('hex'))
    expect(JSON.stringify(kept)).not.toContain(key)
  })

  test('opens the account it was made for, with its own limit or none', async () => {
    const [plain, limited] = [await newKey(), await newKey(7)]
    expect(await authenticate(db.keys, systemClock, plain.key)).toMatchObject(plain.record)
    expect(plain.record).toMatchObject({ accountId, name: 'Laptop', rateLimit: null })
    expect((await authenticate(db.keys, systemClock, limited.key)).rateLimit).toBe(7)
    expect(plain.key).not.toBe(limited.key)
  })

  test('is refused as soon as it is revoked', async () => {
    const { key, record } = await newKey()
    await db.keys.revoke(record.id)
    await expect(authenticate(db.keys, systemClock, key)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  test('of a suspended account is refused in words, and works again afterwards', async () => {
    const { key } = await newKey()
    await db.accounts.setSuspended(accountId, true)
    await expect(authenticate(db.keys, systemClock, key)).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'account_suspended',
      message: 'This account is suspended: ask the operator of this server',
    })
    await db.accounts.setSuspended(accountId, false)
    await authenticate(db.keys, systemClock, key)
  })

  test('is marked as used at its first use and then once a minute; other requests write nothing', async () => {
    let now = systemClock()
    const clock = () => now
    const { key, record } = await newKey()
    const markUsed = vi.spyOn(db.keys, 'markUsed').mockImplementation(async () => {})
    const find = vi.spyOn(db.keys, 'findByHash')
    await authenticate(db.keys, clock, key, { address: '192.0.2.1' })
    expect(markUsed).toHaveBeenCalledExactlyOnceWith(record.id, '192.0.2.1')
    find.mockResolvedValue({
      ...record,
      lastUsedAt: now,
      account: { suspendedAt: null, unlimited: false, rateLimit: null },
    })
    now += 59_999
    await authenticate(db.keys, clock, key)
    expect(markUsed).toHaveBeenCalledTimes(1)
    now += 1
    await authenticate(db.keys, clock, key)
    expect(markUsed).toHaveBeenCalledTimes(2)
  })

  test('opens its account also when its use cannot be written down, and without waiting for it', async () => {
    const { key, record } = await newKey()
    const markUsed = vi.spyOn(db.keys, 'markUsed')
    markUsed.mockRejectedValueOnce(new Error('the disk is full'))
    expect(await authenticate(db.keys, systemClock, key)).toMatchObject(record)
    markUsed.mockReturnValueOnce(new Promise(() => {}))
    expect(await authenticate(db.keys, systemClock, key)).toMatchObject(record)
  })

  test.each([undefined, '', 'sk_short', `sk_${'x'.repeat(40)}`, `pk_${'x'.repeat(40)}`])(
    'is refused when it is %j',
    async (key) => {
      await newKey()
      await expect(authenticate(db.keys, systemClock, key)).rejects.toMatchObject({ kind: 'unauthenticated' })
    },
  )
})
