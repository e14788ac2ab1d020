/** A second factor: on with password and code, asked for at sign-in, off with both; and an operator who helps. */
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../src/service/accounts/totp.js'
import { useApp } from './app.js'
import { Browser, errorOf, PASSWORD, signedIn } from './browser.js'

const app = useApp()
const STEP_MS = 30_000

const codeAt = (secret: string, at = app.now): string => codeOf(secret, Math.floor(at / STEP_MS))
const WRONG_CODE = { status: 403, code: 'wrong_code', parameter: 'code' }
const CODE_NEEDED = { status: 403, code: 'code_needed' }
const THROTTLED = { status: 429, code: 'too_many_attempts' }

async function protectedAccount() {
  const browser = await signedIn(app)
  const begun = await browser.post('/web/two-factor/begin', { password: PASSWORD })
  expect(begun.statusCode).toBe(200)
  const { secret, link } = begun.json<{ secret: string; link: string }>()
  const confirmed = await browser.post('/web/two-factor/confirm', { code: codeAt(secret) })
  expect(confirmed.statusCode).toBe(200)
  app.now += STEP_MS // that code is used up
  return { browser, secret, link, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

async function signInWith(email: string, code?: string, password = PASSWORD) {
  const visitor = new Browser(app)
  await visitor.visit()
  return visitor.post('/web/sign-in', { email, password, ...(code && { code }) })
}

describe('a second factor', () => {
  test('is off until a code proves that the app has the secret', async () => {
    const browser = await signedIn(app)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: false, recoveryCodes: 0 })
    expect(errorOf(await browser.post('/web/two-factor/confirm', { code: '123456' })).status).toBe(409)
    const wrong = await browser.post('/web/two-factor/begin', { password: 'not this one' })
    expect(errorOf(wrong)).toEqual({ status: 403, code: 'wrong_password', parameter: 'password' })
    await browser.post('/web/two-factor/begin', { password: PASSWORD })
    expect(errorOf(await browser.post('/web/two-factor/confirm', { code: '000000' }))).toEqual(WRONG_CODE)
    expect((await signInWith(browser.email)).statusCode).toBe(200)
  })

  test('is asked for after the password, and only then', async () => {
    const { browser, secret, link } = await protectedAccount()
    expect(link).toContain(`secret=${secret}`)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: true, recoveryCodes: 10 })
    expect(errorOf(await signInWith(browser.email))).toEqual(CODE_NEEDED)
    expect(errorOf(await signInWith(browser.email, '000000'))).toEqual(WRONG_CODE)
    const guessed = await signInWith(browser.email, codeAt(secret), 'not this one')
    expect(errorOf(guessed)).toEqual({ status: 401, code: 'wrong_credentials' })
    const refused = await signInWith(browser.email)
    expect(refused.headers['set-cookie'] ?? '').not.toContain('silhouette_session')
    expect((await signInWith(browser.email, codeAt(secret))).statusCode).toBe(200)
  })

  test('takes each code once, also with spaces, and none from before', async () => {
    const { browser, secret } = await protectedAccount()
    const code = codeAt(secret)
    expect((await signInWith(browser.email, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
    expect(errorOf(await signInWith(browser.email, code))).toEqual(WRONG_CODE)
    expect(errorOf(await signInWith(browser.email, codeAt(secret, app.now - STEP_MS)))).toEqual(WRONG_CODE)
    expect((await signInWith(browser.email, codeAt(secret, app.now + STEP_MS))).statusCode).toBe(200)
  })

  test('can be replaced by each recovery code once, and never by those of others', async () => {
    const { browser, recoveryCodes } = await protectedAccount()
    const other = await protectedAccount()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code] = recoveryCodes
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await signInWith(browser.email, code?.toLowerCase())).statusCode).toBe(200)
    expect(errorOf(await signInWith(browser.email, code))).toEqual(WRONG_CODE)
    expect(errorOf(await signInWith(browser.email, other.recoveryCodes[0]))).toEqual(WRONG_CODE)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: true, recoveryCodes: 9 })
  })

  test('is not guessed: after ten wrong codes the right one is refused, too, from any address', async () => {
    const { browser, secret } = await protectedAccount()
    for (let tries = 0; tries < 10; tries++) {
      expect(errorOf(await signInWith(browser.email, '000000'))).toEqual(WRONG_CODE)
    }
    expect(errorOf(await signInWith(browser.email, codeAt(secret)))).toEqual(THROTTLED)
    app.now += 15 * 60_000
    expect((await signInWith(browser.email, codeAt(secret))).statusCode).toBe(200)
  })

  test('gets new recovery codes with password and code; the ones before are over, and the trail says so', async () => {
    const { browser, secret, recoveryCodes: old } = await protectedAccount()
    const renew = (password: string, code: string) => browser.post('/web/two-factor/recovery-codes', { password, code })
    expect(errorOf(await renew('not this one', codeAt(secret))).code).toBe('wrong_password')
    expect(errorOf(await renew(PASSWORD, '000000'))).toEqual(WRONG_CODE)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: true, recoveryCodes: 10 })
    const renewed = await renew(PASSWORD, codeAt(secret))
    expect(renewed.statusCode).toBe(200)
    const { recoveryCodes } = renewed.json<{ recoveryCodes: string[] }>()
    expect(new Set([...old, ...recoveryCodes]).size).toBe(20)
    expect(errorOf(await signInWith(browser.email, old[0]))).toEqual(WRONG_CODE)
    expect((await signInWith(browser.email, recoveryCodes[0])).statusCode).toBe(200)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: true, recoveryCodes: 9 })
    const { items: trail } = await app.db.audit.page(browser.email, { limit: 10 })
    expect(trail.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [browser.email, 'account.recovery-codes', browser.email],
      [browser.email, 'account.two-factor-on', browser.email],
    ])
    const unprotected = await signedIn(app)
    const body = { password: PASSWORD, code: '123456' }
    expect(errorOf(await unprotected.post('/web/two-factor/recovery-codes', body))).toEqual({
      status: 409,
      code: 'two_factor_off',
    })
  })

  test('is turned off with password and code', async () => {
    const { browser, secret } = await protectedAccount()
    const off = (password: string, code: string) => browser.post('/web/two-factor/off', { password, code })
    expect(errorOf(await off('not this one', codeAt(secret))).code).toBe('wrong_password')
    expect(errorOf(await off(PASSWORD, '000000'))).toEqual(WRONG_CODE)
    expect(errorOf(await browser.post('/web/two-factor/begin', { password: PASSWORD })).code).toBe('two_factor_on')
    expect((await off(PASSWORD, codeAt(secret))).statusCode).toBe(204)
    expect((await signInWith(browser.email)).statusCode).toBe(200)
    expect((await browser.get('/web/two-factor')).json()).toEqual({ on: false, recoveryCodes: 0 })
  })
})

describe('an operator', () => {
  async function operator() {
    const browser = await signedIn(app)
    await app.db.accounts.setOperator(browser.accountId, true)
    return browser
  }

  test('turns it off for whoever has lost everything; others cannot', async () => {
    const { browser } = await protectedAccount()
    const path = `/web/operator/accounts/${browser.accountId}/reset-two-factor`
    expect((await browser.post(path, {})).statusCode).toBe(404)
    const helper = await operator()
    expect((await helper.post(path, {})).json()).toEqual({ wasOn: true })
    expect((await helper.post(path, {})).json()).toEqual({ wasOn: false })
    expect((await signInWith(browser.email)).statusCode).toBe(200)
  })

  test('makes a link that sets a password once, ends all sessions, and leaves the second factor on', async () => {
    const { browser, secret } = await protectedAccount()
    const path = `/web/operator/accounts/${browser.accountId}/reset-link`
    expect((await browser.post(path, {})).statusCode).toBe(404)
    const made = await (await operator()).post(path, {})
    expect(made.statusCode).toBe(201)
    const { url, expiresAt } = made.json<{ url: string; expiresAt: number }>()
    expect(expiresAt).toBe(app.now + 24 * 3_600_000)
    const token = new URL(url).hash.slice(1)
    expect(url).toBe(`https://api.example/reset-password#${token}`)

    const visitor = new Browser(app)
    await visitor.visit()
    const reset = (password: string) => visitor.post('/web/reset-password', { token, password })
    // A password that will not do leaves the link as it is.
    expect(errorOf(await reset('short'))).toMatchObject({ status: 400, parameter: 'password' })
    expect((await reset('another good password')).statusCode).toBe(204)
    expect(errorOf(await reset('a third password'))).toEqual({ status: 404, code: 'link_over' })
    expect((await browser.get('/web/keys')).statusCode).toBe(401)
    expect((await signInWith(browser.email)).statusCode).toBe(401)
    expect(errorOf(await signInWith(browser.email, undefined, 'another good password'))).toEqual(CODE_NEEDED)
    expect((await signInWith(browser.email, codeAt(secret), 'another good password')).statusCode).toBe(200)
  })

  test('makes links that end after a day, with the next one, and with a changed password', async () => {
    const browser = await signedIn(app)
    const helper = await operator()
    const make = async (): Promise<string> => {
      const made = await helper.post(`/web/operator/accounts/${browser.accountId}/reset-link`, {})
      return new URL(made.json<{ url: string }>().url).hash.slice(1)
    }
    const reset = async (token: string) => {
      const visitor = new Browser(app)
      await visitor.visit()
      return visitor.post('/web/reset-password', { token, password: 'another good password' })
    }
    const over = { status: 404, code: 'link_over' }
    const [first, second] = [await make(), await make()]
    expect(errorOf(await reset(first))).toEqual(over)
    await browser.post('/web/password', { current: PASSWORD, password: PASSWORD })
    expect(errorOf(await reset(second))).toEqual(over)
    const third = await make()
    app.now += 24 * 3_600_000
    expect(errorOf(await reset(third))).toEqual(over)
    expect(errorOf(await reset('never made'))).toEqual(over)
  })

  test('has links that cannot be guessed: attempts are counted by address', async () => {
    const visitor = new Browser(app)
    visitor.address = '198.51.100.9'
    await visitor.visit()
    const guess = () => visitor.post('/web/reset-password', { token: 'guess', password: 'a good password' })
    for (let tries = 0; tries < 20; tries++) expect((await guess()).statusCode).toBe(404)
    expect(errorOf(await guess())).toEqual(THROTTLED)
  })
})
