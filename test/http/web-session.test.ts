/** Who is signed in, how they came in, and when they are out again. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { entriesOf } from '../support/ledger-entries.js'
import { BASE_URL, TestApp, useApp } from './app.js'
import { Browser, errorOf, PASSWORD, type SessionAnswer, signedIn } from './browser.js'

const NOTICES = { moreCredits: 'Ask Ada, 5 € for 100', forgottenPassword: '' }
const app = useApp({ FREE_CREDITS: '3', MORE_CREDITS_TEXT: NOTICES.moreCredits })
const DAY_MS = 24 * 3_600_000

const sessionOf = async (browser: Browser) => (await browser.get('/web/session')).json<SessionAnswer>()

describe('a visitor', () => {
  test('is told how to sign in, and gets a cookie to tie the form to', async () => {
    const browser = new Browser(app)
    const answer = await browser.visit()
    expect(answer).toEqual({
      csrf: expect.any(String),
      signup: 'open',
      visitors: 'none',
      freeCredits: 3,
      notices: NOTICES,
      prices: { remove: 1, 'id-photo': 1, 'portrait-style': 2 },
      legal: {},
      mail: false,
      account: null,
    })
    expect([...browser.cookies.keys()]).toEqual(['silhouette_visitor'])
    expect(await browser.visit()).toEqual(answer)
  })

  test.each([
    ['GET', '/web/keys'],
    ['GET', '/web/usage'],
    ['GET', '/web/usage.csv'],
    ['GET', '/web/ledger'],
    ['GET', '/web/requests'],
    ['GET', '/web/requests.csv'],
    ['GET', '/web/results'],
    ['GET', '/web/results/x/thumbnail'],
    ['DELETE', '/web/results/x'],
    ['DELETE', '/web/keys/x'],
    ['POST', '/web/keys'],
    ['POST', '/web/playground-key'],
    ['POST', '/web/password'],
    ['POST', '/web/delete-account'],
    ['POST', '/web/sign-out'],
    ['POST', '/web/sign-out-everywhere'],
  ] as const)('is told to sign in: %s %s', async (method, url) => {
    const browser = new Browser(app)
    await browser.visit()
    expect(errorOf(await browser.send(method, url))).toEqual({ status: 401, code: 'signed_out' })
  })
})

describe('sign-up', () => {
  test('makes an account with the free credits and signs in', async () => {
    const browser = new Browser(app)
    const email = `Ann-${randomUUID()}@Example.com`
    const answer = await browser.signUp(email)
    expect(answer.statusCode).toBe(201)
    const account = {
      email: email.toLowerCase(),
      operator: false,
      createdAt: app.now,
      hasPassword: true,
      balance: 3,
      available: 3,
      unlimited: false,
    }
    expect(answer.json()).toMatchObject({ csrf: expect.any(String), account })
    expect((await sessionOf(browser)).account).toEqual(account)
  })

  test('says when the email is taken, in whatever spelling', async () => {
    const { email } = await signedIn(app)
    const expected = { status: 409, code: 'email_taken', parameter: 'email' }
    expect(errorOf(await new Browser(app).signUp(email.toUpperCase()))).toEqual(expected)
  })

  test.each<[string, object, string]>([
    ['no email', { password: PASSWORD }, 'email'],
    ['an email that is none', { email: 'ann', password: PASSWORD }, 'email'],
    ['an email that is no text', { email: ['a@b.c'], password: PASSWORD }, 'email'],
    ['no password', { email: 'ann@example.com' }, 'password'],
    ['a password of 7 characters', { email: 'ann@example.com', password: '1234567' }, 'password'],
    ['a password of 201 characters', { email: 'ann@example.com', password: 'x'.repeat(201) }, 'password'],
  ])('names the field: %s', async (_, body, parameter) => {
    const browser = new Browser(app)
    await browser.visit()
    const answer = await browser.post('/web/sign-up', body)
    expect(errorOf(answer)).toEqual({ status: 400, code: 'invalid_request', parameter })
  })

  test('is refused where it is closed, and the page knows before', async () => {
    const closed = new TestApp()
    await closed.start({ SIGNUP: 'closed' })
    try {
      const browser = new Browser(closed)
      expect((await browser.visit()).signup).toBe('closed')
      expect(errorOf(await browser.signUp('ann@example.com'))).toEqual({ status: 403, code: 'signup_closed' })
      expect(await closed.db.accounts.count()).toBe(0)
      await createAccount(closed.accountMaker(), { email: 'a@b.c', password: PASSWORD, credits: 1 })
      expect((await browser.signIn('a@b.c')).statusCode).toBe(200)
    } finally {
      await closed.close()
    }
  })
})

describe('sign-in', () => {
  test('opens the account in another browser; both sessions go on', async () => {
    const first = await signedIn(app)
    const second = new Browser(app)
    const answer = await second.signIn(` ${first.email.toUpperCase()} `)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<SessionAnswer>().account?.email).toBe(first.email)
    expect(second.csrf).not.toBe(first.csrf)
    for (const browser of [first, second]) expect((await sessionOf(browser)).account).not.toBeNull()
  })

  test('sets a cookie that is signed, out of reach of scripts and other sites, and sent to /web alone', async () => {
    const browser = await signedIn(app)
    for (const [name, { value, attributes }] of browser.cookies) {
      expect(attributes, name).toEqual(expect.arrayContaining(['Path=/web', 'HttpOnly', 'SameSite=Strict', 'Secure']))
      expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false)
      expect(decodeURIComponent(value)).toMatch(/^[\w-]{43}\.[\w+/=-]{43,}$/)
    }
    expect([...browser.cookies.keys()]).toEqual(['silhouette_visitor', 'silhouette_session'])
    expect(browser.cookies.get('silhouette_session')?.attributes).toContain('Max-Age=2592000')
  })

  test('keeps neither the token nor anything it could be guessed from', async () => {
    const create = vi.spyOn(app.db.sessions, 'create')
    const browser = await signedIn(app)
    const token = decodeURIComponent(browser.cookies.get('silhouette_session')!.value).split('.')[0]!
    expect(JSON.stringify(create.mock.calls)).not.toContain(token)
    expect(app.logLines.join('')).not.toContain(token)
    expect(app.logLines.join('')).not.toContain(PASSWORD)
  })

  test('a cookie that was changed, or signed by somebody else, opens nothing', async () => {
    const browser = await signedIn(app)
    const { value, attributes } = browser.cookies.get('silhouette_session')!
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string]
    const first = token.startsWith('A') ? 'B' : 'A'
    for (const forged of [`${first}${token.slice(1)}.${signature}`, token, `${token}.`, `${token}.${token}`, '']) {
      browser.cookies.set('silhouette_session', { value: encodeURIComponent(forged), attributes })
      expect((await sessionOf(browser)).account, forged).toBeNull()
    }
  })

  test('a session planted beforehand is over, and another token takes its place', async () => {
    const [attacker, victim] = [await signedIn(app), await signedIn(app)]
    const browser = new Browser(app)
    for (const [name, cookie] of attacker.cookies) browser.cookies.set(name, cookie)
    await browser.visit()
    expect((await browser.post('/web/sign-in', { email: victim.email, password: PASSWORD })).statusCode).toBe(200)
    const planted = attacker.cookies.get('silhouette_session')?.value
    expect(browser.cookies.get('silhouette_session')?.value).not.toBe(planted)
    expect((await sessionOf(browser)).account?.email).toBe(victim.email)
    expect((await sessionOf(attacker)).account).toBeNull()
  })
})

describe('a session', () => {
  test('is over after 7 days without a visit', async () => {
    const browser = await signedIn(app)
    app.now += 7 * DAY_MS - 1
    expect((await sessionOf(browser)).account).not.toBeNull()
    app.now += 7 * DAY_MS
    expect((await sessionOf(browser)).account).toBeNull()
    expect(errorOf(await browser.get('/web/keys'))).toEqual({ status: 401, code: 'signed_out' })
    expect(errorOf(await browser.post('/web/keys', { name: 'x' }))).toEqual({ status: 401, code: 'signed_out' })
  })

  test('is over after 30 days, however often it is used', async () => {
    const browser = await signedIn(app)
    const startedAt = app.now
    for (let day = 1; day < 30; day++) {
      app.now = startedAt + day * DAY_MS
      expect((await sessionOf(browser)).account, `day ${day}`).not.toBeNull()
    }
    app.now = startedAt + 30 * DAY_MS
    expect((await sessionOf(browser)).account).toBeNull()
  })

  test('is written to once an hour, not by every request', async () => {
    const browser = await signedIn(app)
    const prolong = vi.spyOn(app.db.sessions, 'prolong')
    app.now += 3_600_000 - 1
    await browser.get('/web/keys')
    expect(prolong).not.toHaveBeenCalled()
    app.now += 1
    for (let request = 0; request < 5; request++) await browser.get('/web/keys')
    expect(prolong).toHaveBeenCalledTimes(1)
  })

  test('ends with sign-out; a copy of its cookie is worth nothing', async () => {
    const browser = await signedIn(app)
    const copy = new Browser(app)
    for (const [name, cookie] of browser.cookies) copy.cookies.set(name, cookie)
    const answer = await browser.post('/web/sign-out')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect([...browser.cookies.keys()]).toEqual(['silhouette_visitor'])
    expect((await sessionOf(copy)).account).toBeNull()
  })

  test('ends everywhere at once, and no session of anybody else', async () => {
    const [first, other] = [await signedIn(app), await signedIn(app)]
    const second = new Browser(app)
    await second.signIn(first.email)
    expect((await second.post('/web/sign-out-everywhere')).statusCode).toBe(204)
    for (const browser of [first, second]) expect((await sessionOf(browser)).account).toBeNull()
    expect((await sessionOf(other)).account).not.toBeNull()
  })
})

describe('a new password', () => {
  test('replaces the old one and ends all other sessions', async () => {
    const browser = await signedIn(app)
    const other = new Browser(app)
    await other.signIn(browser.email)
    const answer = await browser.post('/web/password', { current: PASSWORD, password: 'another password' })
    expect(answer.statusCode).toBe(204)
    expect((await sessionOf(browser)).account).not.toBeNull()
    expect((await sessionOf(other)).account).toBeNull()
    expect(errorOf(await other.signIn(browser.email))).toEqual({ status: 401, code: 'wrong_credentials' })
    expect((await other.signIn(browser.email, 'another password')).statusCode).toBe(200)
  })

  test.each<[string, object, object]>([
    [
      'the old one is wrong',
      { current: 'wrong', password: 'another password' },
      { status: 403, code: 'wrong_password' },
    ],
    ['it is too short', { current: PASSWORD, password: 'short' }, { status: 400, code: 'invalid_request' }],
    ['it is missing', { current: PASSWORD }, { status: 400, code: 'invalid_request' }],
  ])('is not taken when %s', async (_, body, expected) => {
    const browser = await signedIn(app)
    expect(errorOf(await browser.post('/web/password', body))).toMatchObject(expected)
    expect((await new Browser(app).signIn(browser.email)).statusCode).toBe(200)
  })
})

describe('deletion of the account', () => {
  test('needs the password', async () => {
    const browser = await signedIn(app)
    const answer = await browser.post('/web/delete-account', { password: 'wrong' })
    expect(errorOf(answer)).toEqual({ status: 403, code: 'wrong_password', parameter: 'password' })
    expect((await sessionOf(browser)).account).not.toBeNull()
  })

  test('ends sessions and keys and takes the results with it; the email is free again', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const elsewhere = new Browser(app)
    await elsewhere.signIn(browser.email)
    const [caller, otherCaller] = [await app.key(browser.accountId), await app.key(other.accountId)]
    const paths: string[] = []
    for (const size of ['full', 'preview']) {
      for (const who of [caller, otherCaller]) {
        paths.push(new URL((await who.remove({ size })).json<{ url: string }>().url).pathname)
      }
    }
    expect((await browser.post('/web/delete-account', { password: PASSWORD })).statusCode).toBe(204)

    const statuses = await Promise.all(paths.map(async (path) => (await app.get(path)).statusCode))
    expect(statuses).toEqual([404, 200, 404, 200])
    expect(await app.storage.read(paths[0]!.slice('/r/'.length))).toBeUndefined()
    expect((await caller.remove()).statusCode).toBe(401)
    expect((await otherCaller.remove()).statusCode).toBe(201)
    for (const gone of [browser, elsewhere]) expect((await sessionOf(gone)).account).toBeNull()
    expect(await entriesOf(app.db, browser.accountId)).toEqual([])
    expect(errorOf(await elsewhere.signIn(browser.email))).toEqual({ status: 401, code: 'wrong_credentials' })
    expect((await elsewhere.signUp(browser.email)).statusCode).toBe(201)
  })

  test.each(['full', 'preview'])('a request that still runs is neither charged nor kept: %s', async (size) => {
    const browser = await signedIn(app)
    const caller = await app.key(browser.accountId)
    app.engine.work = async () => {
      app.engine.work = async () => {}
      expect((await browser.post('/web/delete-account', { password: PASSWORD })).statusCode).toBe(204)
    }
    expect((await caller.remove({ size })).statusCode).toBe(401)
    expect(await app.db.results.listOf(browser.accountId, 10)).toEqual([])
  })
})

test('over plain HTTP the cookies are not marked as secure, or browsers would drop them', async () => {
  const plain = new TestApp()
  plain.baseUrl = 'http://127.0.0.1:8080'
  await plain.start()
  try {
    const browser = new Browser(plain)
    browser.headers = { origin: plain.baseUrl, 'sec-fetch-site': 'same-origin' }
    expect((await browser.signUp()).statusCode).toBe(201)
    for (const { attributes } of browser.cookies.values()) expect(attributes).not.toContain('Secure')
  } finally {
    await plain.close()
  }
  expect(BASE_URL).toMatch(/^https:/)
})
