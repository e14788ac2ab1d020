/** Guessing passwords is slow, and tells nothing about who has an account. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { createPasswords } from '../../src/service/accounts/passwords.js'
import { cheapHash } from '../support/cheap-passwords.js'
import { TestApp, useApp } from './app.js'
import { Browser, errorOf, PASSWORD } from './browser.js'

/** Hashes that are made, whether for a new password or to check one. */
const work = vi.fn()
let [running, mostAtOnce] = [0, 0]
const counted = async <T>(made: Promise<T>): Promise<T> => {
  work()
  running += 1
  mostAtOnce = Math.max(mostAtOnce, running)
  return made.finally(() => {
    running -= 1
  })
}
const watched = new TestApp()
watched.passwords = createPasswords({
  hash: (password) => counted(cheapHash.hash(password)),
  verify: (passwordHash, password) => counted(cheapHash.verify(passwordHash, password)),
})
const app = useApp({}, watched)
const WINDOW_MS = 15 * 60_000
const WRONG = { status: 401, code: 'wrong_credentials' }

afterEach(() => {
  app.now += WINDOW_MS // every test begins with all attempts left
})

async function newAccount(password?: string): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await createAccount(app.accountMaker(), { email, password, credits: 0 })
  return email
}

async function newBrowser(address?: string): Promise<Browser> {
  const browser = new Browser(app)
  if (address) browser.address = address
  await browser.visit()
  return browser
}

const signIn = (browser: Browser, email: string, password = 'a wrong one') =>
  browser.post('/web/sign-in', { email, password })

describe('a wrong password, an unknown account and an account without a password', () => {
  test('are the same answer, word for word, after the same work', async () => {
    const browser = await newBrowser()
    const emails = [await newAccount(PASSWORD), `${randomUUID()}@example.com`, await newAccount()]
    work.mockClear()
    const answers = []
    for (const email of emails) answers.push(await signIn(browser, email))
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual(WRONG)
      expect(answer.body).toBe(answers[0]!.body)
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]!.headers))
    }
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('are refused after the same number of attempts', async () => {
    const counts = []
    for (const email of [await newAccount(PASSWORD), `${randomUUID()}@example.com`, await newAccount()]) {
      const browser = await newBrowser()
      let attempts = 0
      while ((await signIn(browser, email)).statusCode === 401) attempts += 1
      counts.push(attempts)
    }
    expect(counts).toEqual([10, 10, 10])
  })
})

describe('attempts to sign in', () => {
  test('are limited per account, wherever they come from, also with the right password', async () => {
    const email = await newAccount(PASSWORD)
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(errorOf(await signIn(await newBrowser(), email)), `attempt ${attempt}`).toEqual(WRONG)
    }
    work.mockClear()
    app.now += 60_000
    const answer = await signIn(await newBrowser(), email.toUpperCase(), PASSWORD)
    expect(errorOf(answer)).toEqual({ status: 429, code: 'too_many_attempts' })
    expect(Number(answer.headers['retry-after'])).toBe(14 * 60)
    expect(work).not.toHaveBeenCalled()
    const other = await newAccount(PASSWORD)
    expect((await signIn(await newBrowser(), other, PASSWORD)).statusCode).toBe(200)
    app.now += WINDOW_MS
    expect((await signIn(await newBrowser(), email, PASSWORD)).statusCode).toBe(200)
  })

  test('are limited per address, whatever accounts are tried', async () => {
    const address = '198.51.100.7'
    const email = await newAccount(PASSWORD)
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(errorOf(await signIn(await newBrowser(address), `${attempt}@example.com`))).toEqual(WRONG)
    }
    const answer = await signIn(await newBrowser(address), email, PASSWORD)
    expect(errorOf(answer)).toEqual({ status: 429, code: 'too_many_attempts' })
    expect((await signIn(await newBrowser('198.51.100.8'), email, PASSWORD)).statusCode).toBe(200)
  })

  test('of one network of IPv6 count as one address', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      await signIn(await newBrowser(`2001:db8:1:2::${attempt}`), `${attempt}@example.com`)
    }
    expect((await signIn(await newBrowser('2001:db8:1:2:ffff::1'), 'ann@example.com')).statusCode).toBe(429)
    expect((await signIn(await newBrowser('2001:db8:1:3::1'), 'ann@example.com')).statusCode).toBe(401)
  })

  test('that succeed use nothing up', async () => {
    const email = await newAccount(PASSWORD)
    const address = '198.51.100.9'
    for (let visit = 0; visit < 25; visit++) {
      expect((await signIn(await newBrowser(address), email, PASSWORD)).statusCode, `visit ${visit}`).toBe(200)
    }
  })

  test('cannot hide behind a header while no proxy is trusted', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const browser = await newBrowser('198.51.100.10')
      browser.headers['x-forwarded-for'] = `203.0.113.${attempt}`
      await signIn(browser, `${attempt}@example.com`)
    }
    const browser = await newBrowser('198.51.100.10')
    browser.headers['x-forwarded-for'] = '203.0.113.99'
    expect((await signIn(browser, 'ann@example.com')).statusCode).toBe(429)
  })

  test('are told apart behind a proxy that is trusted, by what the proxy itself saw', async () => {
    const proxied = new TestApp()
    await proxied.start({ TRUSTED_PROXIES: '1' })
    try {
      const tryFrom = async (forwardedFor: string, email: string) => {
        const browser = new Browser(proxied)
        browser.address = '127.0.0.1'
        browser.headers['x-forwarded-for'] = forwardedFor
        return (await browser.signIn(email)).statusCode
      }
      for (let attempt = 0; attempt < 20; attempt++) {
        expect(await tryFrom(`203.0.113.${attempt}, 198.51.100.1`, `${attempt}@example.com`)).toBe(401)
      }
      expect(await tryFrom('203.0.113.99, 198.51.100.1', 'ann@example.com')).toBe(429)
      expect(await tryFrom('198.51.100.1, 198.51.100.2', 'ann@example.com')).toBe(401)
    } finally {
      await proxied.close()
    }
  })

  test('run only two at once, however many come', async () => {
    mostAtOnce = 0
    const browsers = await Promise.all(Array.from({ length: 8 }, () => newBrowser()))
    const answers = await Promise.all(browsers.map((browser, index) => signIn(browser, `${index}@example.com`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401))
    expect(mostAtOnce).toBe(2)
  })
})

describe('other attempts', () => {
  test('to sign up are limited per address, also those that succeed', async () => {
    const address = '198.51.100.11'
    for (let attempt = 0; attempt < 20; attempt++) {
      const browser = await newBrowser(address)
      expect((await browser.signUp()).statusCode).toBe(201)
    }
    expect(errorOf(await (await newBrowser(address)).signUp())).toEqual({ status: 429, code: 'too_many_attempts' })
  })

  test('to sign up are limited in all, from however many addresses', async () => {
    app.now += 3_600_000
    for (let attempt = 0; attempt < 200; attempt++) {
      const browser = await newBrowser(`203.0.113.${attempt}`)
      expect((await browser.signUp()).statusCode, `attempt ${attempt}`).toBe(201)
    }
    expect(errorOf(await (await newBrowser('203.0.113.250')).signUp())).toEqual({
      status: 429,
      code: 'too_many_attempts',
    })
    app.now += 3_600_000
    expect((await (await newBrowser('203.0.113.250')).signUp()).statusCode).toBe(201)
  })

  test('with a stolen session to find out the password are limited, too', async () => {
    const browser = new Browser(app)
    await browser.signUp()
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++) {
      const [url, body] =
        attempt % 2
          ? ['/web/delete-account', { password: 'a wrong one' }]
          : ['/web/password', { current: 'a wrong one', password: PASSWORD }]
      statuses.push((await browser.post(url, body)).statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429])
  })
})
