/** Accounts as people make them: emails in any spelling, passwords that are never kept. */
import path from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import type { Database } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createAccount, requireAccount, setPassword } from '../../src/service/accounts/accounts.js'
import { createPasswords } from '../../src/service/accounts/passwords.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const passwords = createPasswords()
const ARGON2ID = '$argon2id$v=19$m=19456,t=2,p=1$'
const PASSWORD = 'correct horse'

let db: Database
let count = 0

beforeEach(async () => {
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), systemClock)
})
afterEach(() => db.close())

const maker = () => ({ accounts: db.accounts, clock: systemClock, passwords })
const newAccount = (email: string, password?: string) => createAccount(maker(), { email, password, credits: 1 })

describe('an account', () => {
  test('keeps its password only as an argon2id hash', async () => {
    const { passwordHash } = await newAccount('ann@example.com', PASSWORD)
    expect(passwordHash?.startsWith(ARGON2ID)).toBe(true)
    expect(await verify(passwordHash!, PASSWORD)).toBe(true)
    expect(await verify(passwordHash!, 'correct cow')).toBe(false)
  })

  test('never has the same hash as another one with the same password', async () => {
    const [ann, bob] = [await newAccount('ann@example.com', PASSWORD), await newAccount('bob@example.com', PASSWORD)]
    expect(ann.passwordHash).not.toBe(bob.passwordHash)
  })

  test('may have no password, and starts with the credits it is given', async () => {
    const account = await createAccount(maker(), { email: 'ann@example.com', credits: 7 })
    expect(account).toMatchObject({ passwordHash: null, balance: 7 })
    expect(account.id).toMatch(/^acc_[0-9a-z]+$/)
  })

  test('is not made with a password of 7 characters; 8 are enough', async () => {
    await expect(newAccount('ann@example.com', '1234567')).rejects.toMatchObject({
      kind: 'invalid_request',
      parameter: 'password',
      message: 'A password needs at least 8 characters',
    })
    expect(await db.accounts.list()).toEqual([])
    await newAccount('ann@example.com', '12345678')
  })

  test('has its email in lower case without blanks around it', async () => {
    expect((await newAccount('  Ann@Example.COM ')).email).toBe('ann@example.com')
  })

  test('is not made twice, however the email is spelled', async () => {
    await newAccount('ann@example.com')
    await expect(newAccount('ANN@example.com ')).rejects.toMatchObject({ kind: 'conflict', parameter: 'email' })
    expect(await db.accounts.list()).toHaveLength(1)
  })

  test('is not made with a password of 201 characters; 200 are not too many', async () => {
    const tooLong = newAccount('ann@example.com', 'x'.repeat(201))
    await expect(tooLong).rejects.toMatchObject({ kind: 'invalid_request', parameter: 'password' })
    await newAccount('ann@example.com', 'x'.repeat(200))
  })

  test.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@b@c',
    'ann smith@example.com',
    'ann\u0000@example.com',
    'ann@exa mple.com',
    '<ann@example.com>',
    'ann@example.com>',
    'ann@example.com,',
    'ann@example.com;',
    'ann(home)@example.com',
    '"ann"@example.com',
    'friends:ann@example.com',
    'ann\\@example.com',
    '[ann@example.com]',
    'ann@example.com.',
    'ann@example.com/home',
  ])('is not made for %j, which is no email address', async (email) => {
    await expect(newAccount(email)).rejects.toMatchObject({ kind: 'invalid_request', parameter: 'email' })
  })

  test.each(['ann@EXAMPLE.com', 'ann@example\u3002com', 'ann@\uff45xample.com'])(
    '%j is ann@example.com',
    async (email) => {
      await newAccount('ann@example.com')
      await expect(newAccount(email)).rejects.toMatchObject({ kind: 'conflict' })
    },
  )

  test('has its domain as people write it', async () => {
    expect((await newAccount('ann@xn--bcher-kva.example')).email).toBe('ann@bücher.example')
    await expect(newAccount('ann@Bücher.example')).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('has an email of at most 254 characters', async () => {
    await newAccount(`${'x'.repeat(250)}@b.c`)
    await expect(newAccount(`${'x'.repeat(251)}@b.c`)).rejects.toMatchObject({ parameter: 'email' })
  })

  test('is found by its email in any spelling', async () => {
    const account = await newAccount('ann@example.com')
    expect(await requireAccount(db.accounts, ' ANN@example.com')).toEqual(account)
    const missing = { kind: 'invalid_request', parameter: 'email' }
    await expect(requireAccount(db.accounts, 'bob@example.com')).rejects.toMatchObject(missing)
  })

  test('gets a new password under the same rules', async () => {
    const account = await newAccount('ann@example.com', PASSWORD)
    await expect(setPassword({ db, passwords }, account, 'short')).rejects.toMatchObject({
      parameter: 'password',
    })
    await setPassword({ db, passwords }, account, 'battery staple')
    const { passwordHash } = await requireAccount(db.accounts, 'ann@example.com')
    expect(passwordHash?.startsWith(ARGON2ID)).toBe(true)
    expect(await verify(passwordHash!, 'battery staple')).toBe(true)
  })

  test('is signed out everywhere by a new password, except where one session is to stay', async () => {
    const account = await newAccount('ann@example.com', PASSWORD)
    const expiresAt = systemClock() + 60_000
    for (const id of ['here', 'there']) {
      await db.sessions.create({ id, accountId: account.id, csrf: 'csrf', expiresAt })
    }
    await setPassword({ db, passwords }, account, 'battery staple', 'here')
    expect([await db.sessions.find('here'), await db.sessions.find('there')]).toEqual([expect.anything(), undefined])
    await setPassword({ db, passwords }, account, 'battery horse')
    expect(await db.sessions.find('here')).toBeUndefined()
  })

  test('may be an operator from the start', async () => {
    const request = { email: 'ann@example.com', credits: 1, operator: true }
    expect((await createAccount(maker(), request)).operator).toBe(true)
    expect((await newAccount('bob@example.com')).operator).toBe(false)
  })
})
