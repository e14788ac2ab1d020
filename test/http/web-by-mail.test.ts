/** Where the server can send mail: a forgotten password, another address and a new account, each by a link. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { linkIn, MailServer } from '../support/mail-server.js'
import { BASE_URL, eventually, TestApp, useApp } from './app.js'
import { Browser, errorOf, PASSWORD } from './browser.js'

const mails = await MailServer.start()
const app = useApp({ ...mails.settings, FREE_CREDITS: '3' })
afterAll(() => mails.stop())

const HOUR_MS = 3_600_000
const OVER = { status: 404, code: 'link_over' }
const THROTTLED = { status: 429, code: 'too_many_attempts' }
const MAIL_FAILED = { status: 503, code: 'mail_failed' }

afterEach(async () => {
  await app.parts.outbox!.close()
  mails.refusals = {}
  mails.received.length = 0
  app.now += HOUR_MS // every test begins with all attempts left
})

const newEmail = (): string => `${randomUUID()}@example.com`

async function visitor(headers: Record<string, string> = {}): Promise<Browser> {
  const browser = new Browser(app)
  Object.assign(browser.headers, headers)
  await browser.visit()
  return browser
}

async function member() {
  const email = newEmail()
  const { id } = await createAccount(app.accountMaker(), { email, password: PASSWORD, credits: 0 })
  const browser = new Browser(app)
  expect((await browser.signIn(email)).statusCode).toBe(200)
  return { browser, email, id }
}

const signInStatus = async (email: string, password = PASSWORD): Promise<number> =>
  (await new Browser(app).signIn(email, password)).statusCode

/** Its page, and the token that only whoever opens it has. */
const splitLink = (link: string): [page: string, token: string] => {
  const [page = '', token = ''] = link.split('#')
  return [page, token]
}

const auditOf = async (email: string) =>
  (await app.db.audit.page(email, { limit: 10 })).items.map(({ actor, action, subject, detail }) => ({
    actor,
    action,
    subject,
    detail,
  }))

test('the page is told that there is mail', async () => {
  expect(await new Browser(app).visit()).toMatchObject({ mail: true })
})

describe('a forgotten password', () => {
  const ask = (browser: Browser, email: string) => browser.post('/web/forgotten-password', { email })
  const reset = async (token: string, password = 'another good password') =>
    (await visitor()).post('/web/reset-password', { token, password })

  test('is replaced with a link from the mail, once', async () => {
    const { email, browser } = await member()
    const answer = await ask(await visitor(), ` ${email.toUpperCase()} `)
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    const mail = await mails.next(email)
    expect(mail.subject).toBe('Set a new password')
    expect(mail.text).toContain('your account at api.example')
    const [page, token] = splitLink(linkIn(mail))
    expect(page).toBe(`${BASE_URL}/reset-password`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await reset(token)).statusCode).toBe(204)
    expect(errorOf(await reset(token))).toEqual(OVER)
    expect([await signInStatus(email), await signInStatus(email, 'another good password')]).toEqual([401, 200])
    expect((await browser.get('/web/keys')).statusCode).toBe(401)
    await eventually(async () =>
      expect(await auditOf(email)).toEqual([
        { actor: 'forgotten password', action: 'account.reset-link', subject: email, detail: null },
      ]),
    )
  })

  test('has a link for an hour, and only the last one counts', async () => {
    const { email } = await member()
    await ask(await visitor(), email)
    const [, first] = splitLink(linkIn(await mails.next(email)))
    await ask(await visitor(), email)
    const [, second] = splitLink(linkIn(await mails.next(email)))
    expect(errorOf(await reset(first))).toEqual(OVER)
    app.now += HOUR_MS
    expect(errorOf(await reset(second))).toEqual(OVER)
    await ask(await visitor(), email)
    const [, third] = splitLink(linkIn(await mails.next(email)))
    app.now += HOUR_MS - 1
    expect((await reset(third)).statusCode).toBe(204)
  })

  test('is answered alike for everybody, before anybody is looked up; only real accounts get mail', async () => {
    const [real, suspended] = [await member(), await member()]
    await app.db.accounts.setSuspended(suspended.id, true)
    const find = app.db.accounts.findByEmail
    let haveAnswered = (): void => {}
    const answered = new Promise<void>((resolve) => {
      haveAnswered = resolve
    })
    vi.spyOn(app.db.accounts, 'findByEmail').mockImplementation(async (email) => {
      await answered
      return find(email)
    })
    const answers = []
    for (const email of [real.email, suspended.email, newEmail()]) answers.push(await ask(await visitor(), email))
    for (const answer of answers) {
      expect([answer.statusCode, answer.body]).toEqual([202, ''])
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]!.headers))
    }
    haveAnswered()
    await mails.next(real.email)
    await app.parts.outbox!.close()
    expect(mails.received).toEqual([])
  })

  test('is limited per address that is written to, also of accounts that do not exist', async () => {
    for (const email of [(await member()).email, newEmail()]) {
      const statuses = []
      for (let attempt = 0; attempt < 4; attempt++) statuses.push((await ask(await visitor(), email)).statusCode)
      expect(statuses).toEqual([202, 202, 202, 429])
      app.now += 15 * 60_000
      expect((await ask(await visitor(), email)).statusCode).toBe(202)
    }
  })

  test('is limited per caller', async () => {
    const browser = await visitor()
    for (let attempt = 0; attempt < 20; attempt++) expect((await ask(browser, newEmail())).statusCode).toBe(202)
    const answer = await ask(browser, newEmail())
    expect(errorOf(answer)).toEqual(THROTTLED)
    expect(answer.headers['retry-after']).toBe('900')
  })

  test('needs an address, and the token of our page', async () => {
    const browser = await visitor()
    expect(errorOf(await ask(browser, 'nothing'))).toMatchObject({ status: 400, parameter: 'email' })
    expect(errorOf(await browser.post('/web/forgotten-password', {}))).toMatchObject({ status: 400 })
    browser.csrf = 'wrong'
    expect(errorOf(await ask(browser, newEmail()))).toEqual({ status: 403, code: 'csrf' })
  })

  test('fails for nobody when the mail does; the operator sees it, without whom it was for', async () => {
    const { email } = await member()
    mails.refusals = { 'MAIL FROM': `451 try later, ${email}` }
    app.logLines.length = 0
    expect((await ask(await visitor(), email)).statusCode).toBe(202)
    await eventually(() => expect(app.parts.outbox!.state().failing).toMatchObject({ letters: 1 }))
    const operator = await member()
    await app.db.accounts.setOperator(operator.id, true)
    const { mail } = (await operator.browser.get('/web/operator/errors')).json<{ mail: object }>()
    const reason = 'The mail server 127.0.0.1 did not take the mail (451 to MAIL FROM)'
    expect(mail).toEqual({ failing: { since: app.now, letters: 1, reason } })
    expect(app.logLines.filter((line) => line.includes('handed over'))).toHaveLength(1)
    expect(app.logLines.join()).not.toContain(email)
    expect(await auditOf(email)).toEqual([])
    mails.refusals = {}
    await ask(await visitor(), email)
    await mails.next(email)
    await eventually(() => expect(app.parts.outbox!.state()).toEqual({ failing: null }))
  })

  test.each([
    ['de-DE,de;q=0.9', 'Neues Passwort setzen', 'de'],
    ['fr', 'Set a new password', 'en'],
  ])('is written about in the language of the page: %s', async (asked, subject, language) => {
    const { email } = await member()
    await ask(await visitor({ 'accept-language': asked }), email)
    const mail = await mails.next(email)
    expect([mail.subject, mail.from, mail.headers.get('from')]).toEqual([
      subject,
      'silhouette@example.com',
      'Silhouette <silhouette@example.com>',
    ])
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.html).toContain(`<a href="${linkIn(mail)}">`)
  })
})

describe('another address', () => {
  const change = (browser: Browser, email: string, password = PASSWORD) =>
    browser.post('/web/email', { email, password })
  const confirm = async (token: string) => (await visitor()).post('/web/confirm-email', { token })

  test('counts once its link is confirmed, and the old one hears of it before', async () => {
    const { browser, email, id } = await member()
    const next = newEmail()
    const answer = await change(browser, ` ${next.toUpperCase()} `)
    expect([answer.statusCode, answer.json()]).toEqual([202, { pending: next }])
    const word = await mails.next(email)
    expect(word.subject).toBe('Your email address is being changed')
    expect(word.text).toContain(next)
    const [page, token] = splitLink(linkIn(await mails.next(next)))
    expect(page).toBe(`${BASE_URL}/confirm-email`)
    expect([await signInStatus(email), await signInStatus(next)]).toEqual([200, 401])
    const confirmed = await confirm(token)
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { email: next }])
    expect([await signInStatus(email), await signInStatus(next)]).toEqual([401, 200])
    expect((await browser.get('/web/session')).json()).toMatchObject({ account: { email: next } })
    expect(errorOf(await confirm(token))).toEqual(OVER)
    expect(await auditOf(email)).toEqual([{ actor: email, action: 'account.email', subject: email, detail: next }])
    expect((await app.db.accounts.findById(id))?.email).toBe(next)
  })

  test('has a link for 24 hours, and a new request ends the one before', async () => {
    const { browser } = await member()
    const [one, two] = [newEmail(), newEmail()]
    await change(browser, one)
    const [, first] = splitLink(linkIn(await mails.next(one)))
    await change(browser, two)
    const [, second] = splitLink(linkIn(await mails.next(two)))
    expect(errorOf(await confirm(first))).toEqual(OVER)
    app.now += 24 * HOUR_MS
    expect(errorOf(await confirm(second))).toEqual(OVER)
  })

  test('keeps no token that could be used', async () => {
    const { browser } = await member()
    const next = newEmail()
    const create = vi.spyOn(app.db.links, 'create')
    await change(browser, next)
    const [, token] = splitLink(linkIn(await mails.next(next)))
    expect(create).toHaveBeenCalledOnce()
    expect(JSON.stringify(create.mock.calls)).not.toContain(token)
    const { id } = create.mock.calls[0]![0]
    expect(errorOf(await confirm(id))).toEqual(OVER)
    expect((await confirm(token)).statusCode).toBe(200)
  })

  test('is off with another password, with a suspension, and when somebody else has it by then', async () => {
    const begun = async () => {
      const someone = await member()
      const next = newEmail()
      await change(someone.browser, next)
      return { ...someone, next, token: splitLink(linkIn(await mails.next(next)))[1] }
    }
    const changed = await begun()
    await changed.browser.post('/web/password', { current: PASSWORD, password: 'another good password' })
    expect(errorOf(await confirm(changed.token))).toEqual(OVER)
    const suspended = await begun()
    await app.db.accounts.setSuspended(suspended.id, true)
    expect(errorOf(await confirm(suspended.token))).toEqual(OVER)
    const late = await begun()
    await createAccount(app.accountMaker(), { email: late.next, credits: 0 })
    expect(errorOf(await confirm(late.token))).toMatchObject({ status: 409, code: 'email_taken' })
    expect(await signInStatus(late.email)).toBe(200)
  })

  test('ends links to a new password that went to the old one', async () => {
    const { browser, email } = await member()
    await (await visitor()).post('/web/forgotten-password', { email })
    const [, reset] = splitLink(linkIn(await mails.next(email)))
    const next = newEmail()
    await change(browser, next)
    await confirm(splitLink(linkIn(await mails.next(next)))[1])
    const answer = await (await visitor()).post('/web/reset-password', { token: reset, password: 'a good password' })
    expect(errorOf(answer)).toEqual(OVER)
  })

  test('needs the password, has to be one, and must not be taken', async () => {
    const [{ browser }, other] = [await member(), await member()]
    expect(errorOf(await change(browser, newEmail(), 'not this one'))).toMatchObject({ code: 'wrong_password' })
    expect(errorOf(await change(browser, 'nothing'))).toMatchObject({ status: 400, parameter: 'email' })
    expect(errorOf(await change(browser, other.email))).toMatchObject({ status: 409, code: 'email_taken' })
    expect(mails.received).toEqual([])
  })

  test('is refused, and nothing begun, when no mail can be sent to it', async () => {
    const { browser, email } = await member()
    mails.refusals = { 'RCPT TO': '550 unknown' }
    expect(errorOf(await change(browser, newEmail()))).toEqual({
      status: 400,
      code: 'mail_refused',
      parameter: 'email',
    })
    mails.refusals = { DATA: '452 full' }
    const create = vi.spyOn(app.db.links, 'create')
    const answer = await change(browser, newEmail())
    expect(errorOf(answer)).toEqual(MAIL_FAILED)
    expect(answer.headers['retry-after']).toBe('60')
    expect(await app.db.links.take(create.mock.calls[0]![0].id, 'new-email')).toBeUndefined()
    await app.parts.outbox!.close()
    expect([await signInStatus(email), mails.received]).toEqual([200, []])
  })

  test('fills nobody’s mailbox, however many accounts ask', async () => {
    const stranger = newEmail()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push((await change((await member()).browser, stranger)).statusCode)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  test('cannot be guessed', async () => {
    const browser = await visitor()
    const statuses = []
    for (let attempt = 0; attempt < 21; attempt++) {
      statuses.push((await browser.post('/web/confirm-email', { token: `guess ${attempt}` })).statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429])
  })
})

describe('a new account', () => {
  const ask = (browser: Browser, email: string) => browser.post('/web/sign-up-link', { email })
  const confirm = async (token: string, password = PASSWORD) =>
    (await visitor()).post('/web/confirm-sign-up', { token, password })

  test('is made by whoever opens the link, with the password they choose then', async () => {
    const email = newEmail()
    const answer = await ask(await visitor(), email)
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(await app.db.accounts.findByEmail(email)).toBeUndefined()
    const mail = await mails.next(email)
    expect(mail.subject).toBe('Create your account')
    const [page, token] = splitLink(linkIn(mail))
    expect(page).toBe(`${BASE_URL}/confirm-sign-up`)
    expect(errorOf(await confirm(token, 'short'))).toMatchObject({ status: 400, parameter: 'password' })
    const made = await confirm(token)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ account: { email, balance: 3 } })
    expect(String(made.headers['set-cookie'])).toContain('silhouette_session')
    expect(errorOf(await confirm(token))).toEqual(OVER)
    expect(await signInStatus(email)).toBe(200)
  })

  test('is asked for alike where there is one already: its owner is told to sign in', async () => {
    const { email } = await member()
    const answers = [await ask(await visitor(), email), await ask(await visitor(), newEmail())]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, ''],
      [202, ''],
    ])
    const mail = await mails.next(email)
    expect([mail.subject, linkIn(mail)]).toEqual(['You already have an account', `${BASE_URL}/sign-in`])
  })

  test('is not made without a link, nor by the link of another kind', async () => {
    const browser = await visitor()
    const direct = await browser.post('/web/sign-up', { email: newEmail(), password: PASSWORD })
    expect(errorOf(direct)).toEqual({ status: 409, code: 'link_needed' })
    const { browser: owner, email } = await member()
    const next = newEmail()
    await owner.post('/web/email', { email: next, password: PASSWORD })
    expect(errorOf(await confirm(splitLink(linkIn(await mails.next(next)))[1]))).toEqual(OVER)
    expect(await app.db.accounts.findByEmail(next)).toBeUndefined()
    await ask(await visitor(), next)
    const answer = await (await visitor()).post('/web/confirm-email', {
      token: splitLink(linkIn(await mails.next(next)))[1],
    })
    expect(errorOf(answer)).toEqual(OVER)
    expect(await signInStatus(email)).toBe(200)
  })

  test('has a link for 24 hours', async () => {
    const email = newEmail()
    await ask(await visitor(), email)
    const [, token] = splitLink(linkIn(await mails.next(email)))
    app.now += 24 * HOUR_MS
    expect(errorOf(await confirm(token))).toEqual(OVER)
  })

  test('is asked for as often as without mail, and no mailbox is filled', async () => {
    const browser = await visitor()
    for (let attempt = 0; attempt < 20; attempt++) expect((await ask(browser, newEmail())).statusCode).toBe(202)
    expect(errorOf(await ask(browser, newEmail()))).toEqual(THROTTLED)
    const email = newEmail()
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await ask(await visitor(), email)).statusCode)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  test('whose mail cannot be sent is told so', async () => {
    mails.refusals = { CONNECT: '421 busy' }
    expect(errorOf(await ask(await visitor(), newEmail()))).toEqual(MAIL_FAILED)
  })

  test('is refused where sign-up is closed, with a link from before, too', async () => {
    const closed = new TestApp()
    await closed.start({ ...mails.settings, SIGNUP: 'closed' })
    try {
      const browser = new Browser(closed)
      await browser.visit()
      const refused = { status: 403, code: 'signup_closed' }
      expect(errorOf(await ask(browser, newEmail()))).toEqual(refused)
      expect(errorOf(await browser.post('/web/confirm-sign-up', { token: 'x', password: PASSWORD }))).toEqual(refused)
    } finally {
      await closed.close()
    }
  })
})

describe('without a mail server', () => {
  test.each([
    ['/web/forgotten-password', { email: 'ada@example.com' }],
    ['/web/sign-up-link', { email: 'ada@example.com' }],
    ['/web/confirm-email', { token: 'x' }],
    ['/web/confirm-sign-up', { token: 'x', password: PASSWORD }],
  ])('%s says whom to ask', async (url, body) => {
    const silent = new TestApp()
    await silent.start()
    try {
      const browser = new Browser(silent)
      await browser.visit()
      expect(errorOf(await browser.post(url, body))).toEqual({ status: 404, code: 'no_mail' })
    } finally {
      await silent.close()
    }
  })
})
