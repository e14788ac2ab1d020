/** Where an account is signed in, as its owner sees it; and another email address. */
import { describe, expect, test } from 'vitest'
import { useApp } from './app.js'
import { Browser, errorOf, PASSWORD, signedIn } from './browser.js'

const app = useApp()

interface Listed {
  readonly id: string
  readonly browser: string | null
  readonly current: boolean
}

const listOf = async (browser: Browser): Promise<Listed[]> =>
  (await browser.get('/web/sessions')).json<{ sessions: Listed[] }>().sessions

const NOT_FOUND = { status: 404, code: 'not_found' }
const SIGNED_OUT = { status: 401, code: 'signed_out' }

async function elsewhere(email: string): Promise<Browser> {
  const other = new Browser(app)
  expect((await other.signIn(email)).statusCode).toBe(200)
  return other
}

describe('sessions', () => {
  test('are listed with what they run in; the current one is marked, and none gives its token away', async () => {
    const browser = await signedIn(app)
    app.now += 1000
    const other = new Browser(app)
    other.headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Firefox/133.0'
    await other.signIn(browser.email)
    const answer = await browser.get('/web/sessions')
    expect(answer.json()).toEqual({
      sessions: [
        expect.objectContaining({ browser: 'Firefox', system: 'Linux', createdAt: app.now, current: false }),
        expect.objectContaining({ createdAt: app.now - 1000, lastSeenAt: app.now - 1000, current: true }),
      ],
    })
    expect(answer.body).not.toContain('csrf')
  })

  test('end one at a time, or all but the current one', async () => {
    const browser = await signedIn(app)
    const others = [await elsewhere(browser.email), await elsewhere(browser.email), await elsewhere(browser.email)]
    const first = (await listOf(others[0]!)).find(({ current }) => current)!
    expect((await browser.delete(`/web/sessions/${first.id}`)).statusCode).toBe(204)
    expect(errorOf(await others[0]!.get('/web/keys'))).toEqual(SIGNED_OUT)
    expect((await others[1]!.get('/web/keys')).statusCode).toBe(200)
    expect((await browser.post('/web/sessions/end-others', {})).statusCode).toBe(204)
    for (const other of others) expect(errorOf(await other.get('/web/keys'))).toEqual(SIGNED_OUT)
    expect(await listOf(browser)).toHaveLength(1)
  })

  test('of another account are neither listed nor ended', async () => {
    const [browser, stranger] = [await signedIn(app), await signedIn(app)]
    const [theirs] = await listOf(stranger)
    expect(await listOf(browser)).toHaveLength(1)
    expect(errorOf(await browser.delete(`/web/sessions/${theirs!.id}`))).toEqual(NOT_FOUND)
    expect(await listOf(stranger)).toHaveLength(1)
  })
})

describe('another email address', () => {
  const change = (browser: Browser, email: string, password = PASSWORD) =>
    browser.post('/web/email', { email, password })

  test('is the one to sign in with from then on', async () => {
    const browser = await signedIn(app)
    const answer = await change(browser, '  New.Ada@Example.com ')
    expect([answer.statusCode, answer.json()]).toEqual([200, { email: 'new.ada@example.com' }])
    expect((await new Browser(app).signIn(browser.email)).statusCode).toBe(401)
    expect((await new Browser(app).signIn('new.ada@example.com')).statusCode).toBe(200)
  })

  test('needs the password, has to be one, and must not be taken', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    expect(errorOf(await change(browser, 'x@example.com', 'not this one'))).toEqual({
      status: 403,
      code: 'wrong_password',
      parameter: 'password',
    })
    expect(errorOf(await change(browser, 'nothing'))).toMatchObject({ status: 400, parameter: 'email' })
    const taken = { status: 409, code: 'email_taken', parameter: 'email' }
    expect(errorOf(await change(browser, other.email))).toEqual(taken)
    expect((await new Browser(app).signIn(browser.email)).statusCode).toBe(200)
    for (let tries = 0; tries < 8; tries++) await change(browser, other.email)
    expect(errorOf(await change(browser, 'free@example.com'))).toEqual({ status: 429, code: 'too_many_attempts' })
  })
})
