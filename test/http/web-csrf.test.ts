/** Other sites' pages can do nothing in our visitors' name, and show nothing of ours. */
import { describe, expect, test } from 'vitest'
import { BASE_URL, useApp } from './app.js'
import { Browser, errorOf, PASSWORD, signedIn } from './browser.js'

const app = useApp()
const REFUSED = { status: 403, code: 'csrf' }

describe('the token', () => {
  const changes = [
    ['POST', '/web/keys'],
    ['POST', '/web/sign-out'],
    ['POST', '/web/sign-out-everywhere'],
    ['POST', '/web/password'],
    ['POST', '/web/delete-account'],
    ['POST', '/web/playground-key'],
    ['DELETE', '/web/keys/x'],
    ['DELETE', '/web/results/x'],
  ] as const

  test.each(changes)('is needed for %s %s', async (method, url) => {
    const browser = await signedIn(app)
    const { csrf } = browser
    for (const wrong of [undefined, '', 'x', csrf!.toLowerCase(), `${csrf} `, `${csrf}x`, 'ä'.repeat(43)]) {
      browser.csrf = wrong
      const body = { name: 'x', current: PASSWORD, password: PASSWORD }
      expect(errorOf(await browser.send(method, url, method === 'POST' ? body : undefined)), wrong).toEqual(REFUSED)
    }
    browser.csrf = csrf
    expect((await browser.get('/web/session')).json()).toMatchObject({ account: { email: browser.email } })
  })

  test('of another session does not do', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const visitor = new Browser(app)
    await visitor.visit()
    for (const { csrf } of [other, visitor]) {
      browser.csrf = csrf
      expect(errorOf(await browser.post('/web/keys', { name: 'x' }))).toEqual(REFUSED)
    }
  })

  test.each(['/web/sign-in', '/web/sign-up'])(
    'is needed for %s, together with the cookie it came with',
    async (url) => {
      const body = { email: 'ann@example.com', password: PASSWORD }
      const [browser, other, bare] = [new Browser(app), new Browser(app), new Browser(app)]
      await browser.visit()
      await other.visit()
      const { csrf } = browser
      for (const wrong of [undefined, '', 'x', other.csrf]) {
        browser.csrf = wrong
        expect(errorOf(await browser.post(url, body)), wrong).toEqual(REFUSED)
      }
      bare.csrf = csrf
      expect(errorOf(await bare.post(url, body))).toEqual(REFUSED)
      expect(await app.db.accounts.findByEmail(body.email)).toBeUndefined()
    },
  )

  test('of an operator is needed like any other', async () => {
    const browser = await signedIn(app)
    await app.db.accounts.setOperator(browser.accountId, true)
    browser.csrf = 'wrong'
    const credits = `/web/operator/accounts/${browser.accountId}/credits`
    expect(errorOf(await browser.post(credits, { amount: 5 }))).toEqual(REFUSED)
    expect(errorOf(await browser.put('/web/operator/keys/x/rate-limit', { rateLimit: 5 }))).toEqual(REFUSED)
  })

  test('says what to do', async () => {
    const browser = await signedIn(app)
    browser.csrf = undefined
    expect((await browser.post('/web/keys', { name: 'x' })).body).toContain('reload the page')
  })
})

describe('a request from another page', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: `${BASE_URL}:8443` }],
    ['the same name without TLS', { origin: 'http://api.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an origin that is none', { origin: 'api.example' }],
    ['another site, by its mark', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour, by its mark', { 'sec-fetch-site': 'same-site' }],
  ])('is refused even with the right token: %s', async (_, headers) => {
    const browser = await signedIn(app)
    expect(errorOf(await browser.post('/web/keys', { name: 'x' }, headers))).toEqual(REFUSED)
    expect(await app.db.keys.listActive(browser.accountId)).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['by the address it was opened at', { origin: 'http://localhost:80', host: 'localhost' }],
    ['by a person', { 'sec-fetch-site': 'none' }],
  ])('our own page is let in: %s', async (_, headers) => {
    const browser = await signedIn(app)
    expect((await browser.post('/web/keys', { name: 'x' }, headers)).statusCode).toBe(201)
  })

  test('a form cannot be sent: only JSON is understood', async () => {
    const browser = await signedIn(app)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await browser.post('/web/keys', { name: 'x' }, { 'content-type': type })
      expect(errorOf(answer), type).toEqual({ status: 400, code: 'invalid_request' })
    }
    expect(await app.db.keys.listActive(browser.accountId)).toEqual([])
  })

  test('no page of another origin may read anything under /web, or ask whether it may', async () => {
    const browser = await signedIn(app)
    const asking = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answers = [
      await browser.get('/web/session', { origin: 'https://evil.example' }),
      await browser.get('/web/keys'),
      await browser.get('/web/nope'),
      await browser.get('/web'),
      await browser.get('/web?x'),
      await browser.get('/web/catalog'),
      await browser.get('/web/sample'),
      await browser.post('/web/keys', {}),
      await browser.send('OPTIONS', '/web/keys', undefined, asking),
    ]
    for (const { headers } of answers) {
      for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
    }
    expect(answers.at(-1)?.statusCode).toBe(404)
  })
})

describe('every answer under /web', () => {
  test('tells browsers to frame, guess, embed and keep nothing', async () => {
    const browser = await signedIn(app)
    const answers = [
      await browser.get('/web/session'),
      await browser.get('/web/nope'),
      await browser.post('/web/keys', {}),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
      })
    }
  })

  test('speaks of unknown paths and wrong methods in its own words', async () => {
    const browser = await signedIn(app)
    expect(errorOf(await browser.get('/web/nope'))).toEqual({ status: 404, code: 'not_found' })
    expect(errorOf(await browser.post('/web/ledger'))).toEqual({ status: 405, code: 'method_not_allowed' })
    expect((await browser.post('/web/ledger')).headers.allow).toBe('GET, HEAD, OPTIONS')
    expect((await browser.send('HEAD', '/web/keys')).statusCode).toBe(200)
  })

  test('refuses bodies that are no object, no JSON or too large', async () => {
    const browser = await signedIn(app)
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/web/keys',
        payload,
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': browser.csrf!,
          cookie: `silhouette_session=${browser.cookies.get('silhouette_session')?.value}`,
        },
      })
    for (const payload of ['', '{', '[]', 'null', '"x"', '7', JSON.stringify({ name: 'x'.repeat(16 * 1024) })]) {
      expect(errorOf(await send(payload)), payload.slice(0, 9)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    expect((await send('{"name":"good","other":{}}')).statusCode).toBe(201)
  })

  test('stays out of the documents for other programs', async () => {
    for (const url of ['/v1/openapi.json', '/docs/json']) expect((await app.get(url)).body).not.toContain('/web/')
  })
})
