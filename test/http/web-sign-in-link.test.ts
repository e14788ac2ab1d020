/** The link that the first start and `silhouette link` print: it signs in once, without a password, which can be set then. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { createSignInLink } from '../../src/service/accounts/sign-in-link.js'
import { BASE_URL, useApp } from './app.js'
import { Browser, errorOf, PASSWORD, type SessionAnswer } from './browser.js'

const app = useApp()
const OVER = { status: 404, code: 'link_over' }

const newAccount = (password?: string) =>
  createAccount(app.accountMaker(), { email: `${randomUUID()}@example.com`, password, credits: 0 })

async function tokenFor(accountId: string): Promise<string> {
  const { url } = await createSignInLink(app.db, app.clock, accountId, BASE_URL)
  const [page, token = ''] = url.split('#')
  expect(page).toBe(`${BASE_URL}/sign-in-link`)
  return token
}

async function open(token: string) {
  const browser = new Browser(app)
  await browser.visit()
  const answer = await browser.post('/web/sign-in-link', { token })
  if (answer.statusCode === 200) browser.csrf = answer.json<SessionAnswer>().csrf
  return { browser, answer }
}

test('it signs in once; the log knows nothing of it', async () => {
  const { id, email } = await newAccount()
  const token = await tokenFor(id)
  const { browser, answer } = await open(token)
  expect(answer.json()).toMatchObject({ account: { email, hasPassword: false } })
  expect((await browser.get('/web/keys')).statusCode).toBe(200)
  expect(errorOf((await open(token)).answer)).toEqual(OVER)
  expect(app.logLines.join('')).not.toContain(token)
})

test('it lasts an hour, a new one ends it, and so does a suspension', async () => {
  const { id } = await newAccount()
  const [first, second] = [await tokenFor(id), await tokenFor(id)]
  expect(errorOf((await open(first)).answer)).toEqual(OVER)
  app.now += 3_600_000
  expect(errorOf((await open(second)).answer)).toEqual(OVER)
  const third = await tokenFor(id)
  await app.db.accounts.setSuspended(id, true)
  expect((await open(third)).answer.statusCode).toBe(403)
})

test('the first password needs no other, the next one does', async () => {
  const { id, email } = await newAccount()
  const { browser } = await open(await tokenFor(id))
  const change = { email: `${randomUUID()}@example.com`, password: 'anything' }
  expect(errorOf(await browser.post('/web/email', change))).toEqual({ status: 403, code: 'no_password' })
  expect((await browser.post('/web/password', { password: PASSWORD })).statusCode).toBe(204)
  expect((await browser.visit()).account).toMatchObject({ hasPassword: true })
  expect((await new Browser(app).signIn(email)).statusCode).toBe(200)
  const again = await browser.post('/web/password', { password: 'another long password' })
  expect(errorOf(again)).toMatchObject({ status: 403, code: 'wrong_password' })
})

test('guesses are counted', async () => {
  const browser = new Browser(app)
  await browser.visit()
  for (let tried = 0; tried < 20; tried += 1) await browser.post('/web/sign-in-link', { token: `guess ${tried}` })
  expect(errorOf(await browser.post('/web/sign-in-link', { token: 'x' }))).toMatchObject({ status: 429 })
})
