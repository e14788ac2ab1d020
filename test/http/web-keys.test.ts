/** Keys as their owner manages them, and the one of the playground. */
import { describe, expect, test, vi } from 'vitest'
import { eventually, useApp } from './app.js'
import { Browser, errorOf, signedIn } from './browser.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '30' })

interface Key {
  id: string
  name: string
  prefix: string
  rateLimit: number
  ownLimit: boolean
  createdAt: number
  lastUsedAt: number | null
  playground: boolean
}

const keysOf = async (browser: Browser): Promise<Key[]> => (await browser.get('/web/keys')).json<{ keys: Key[] }>().keys

async function newKey(browser: Browser, name = 'Shop'): Promise<{ key: string; record: Key }> {
  const answer = await browser.post('/web/keys', { name })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function newPlaygroundKey(browser: Browser): Promise<string> {
  const answer = await browser.post('/web/playground-key')
  expect(answer.statusCode).toBe(201)
  return answer.json<{ key: string }>().key
}

const statusWith = async (key: string): Promise<number> =>
  (await app.get('/v1.0/account', { 'x-api-key': key })).statusCode

describe('a key', () => {
  test('is shown once when it is made; afterwards by its first characters', async () => {
    const browser = await signedIn(app)
    const { key, record } = await newKey(browser, '  Shop ')
    expect(record).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Shop',
      prefix: key.slice(0, 9),
      rateLimit: 30,
      ownLimit: false,
      createdAt: app.now,
      lastUsedAt: null,
      lastAddress: null,
      expiresAt: null,
      scopes: null,
      playground: false,
    })
    const list = await browser.get('/web/keys')
    expect(list.json()).toEqual({ keys: [record] })
    expect(list.body).not.toContain(key)
    expect(await statusWith(key)).toBe(200)
  })

  test('has a name of 1 to 60 characters', async () => {
    const browser = await signedIn(app)
    for (const name of [undefined, '', '   ', 7, 'x'.repeat(61), ['x'], 'a\u0000b', 'a\nb']) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'name' }
      expect(errorOf(await browser.post('/web/keys', { name })), String(name)).toEqual(expected)
    }
    for (const name of ['x', 'x'.repeat(60)]) await newKey(browser, name)
    expect(await keysOf(browser)).toHaveLength(2)
  })

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</title><h1>', '{{7*7}}', '\u202e'])(
    'may be called %j: it comes back as it is, as data, never as a page',
    async (name) => {
      const browser = await signedIn(app)
      await newKey(browser, name)
      const caller = await app.key(browser.accountId)
      await app.db.keys.setRateLimit(caller.keyId, 5)
      const answer = await browser.get('/web/keys')
      expect(answer.json<{ keys: Key[] }>().keys.map((key) => key.name)).toContain(name)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    },
  )

  test('shows when it was last used, to the minute', async () => {
    const browser = await signedIn(app)
    const { key } = await newKey(browser)
    app.now += 5000
    const usedAt = app.now
    await statusWith(key)
    await eventually(async () => expect((await keysOf(browser))[0]?.lastUsedAt).toBe(usedAt))
    app.now += 59_000
    const markUsed = vi.spyOn(app.db.keys, 'markUsed')
    await statusWith(key)
    expect(markUsed).not.toHaveBeenCalled()
    app.now += 1000
    await statusWith(key)
    await eventually(async () => expect((await keysOf(browser))[0]?.lastUsedAt).toBe(usedAt + 60_000))
  })

  test('shows its own limit where it has one', async () => {
    const browser = await signedIn(app)
    const { record } = await newKey(browser)
    await app.db.keys.setRateLimit(record.id, 7)
    expect(await keysOf(browser)).toEqual([{ ...record, rateLimit: 7, ownLimit: true }])
  })

  test('that is revoked stops at once and is not listed any more', async () => {
    const browser = await signedIn(app)
    const [{ key, record }, other] = [await newKey(browser), await newKey(browser)]
    const answer = await browser.delete(`/web/keys/${record.id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(await statusWith(key)).toBe(403)
    expect(await statusWith(other.key)).toBe(200)
    expect((await keysOf(browser)).map(({ id }) => id)).toEqual([other.record.id])
    expect(errorOf(await browser.delete(`/web/keys/${record.id}`))).toEqual({ status: 404, code: 'not_found' })
  })

  test('of another account is neither seen nor revoked', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const { key, record } = await newKey(other)
    expect(await keysOf(browser)).toEqual([])
    const [foreign, unknown] = [await browser.delete(`/web/keys/${record.id}`), await browser.delete('/web/keys/key_x')]
    expect(errorOf(foreign)).toEqual({ status: 404, code: 'not_found' })
    expect(foreign.body).toBe(unknown.body)
    expect(await statusWith(key)).toBe(200)
  })

  test('is one of at most 100', async () => {
    const browser = await signedIn(app)
    for (let made = 0; made < 100; made++) await app.key(browser.accountId)
    expect(errorOf(await browser.post('/web/keys', { name: 'x' }))).toEqual({ status: 409, code: 'too_many_keys' })
    await browser.delete(`/web/keys/${(await keysOf(browser))[0]!.id}`)
    await newKey(browser)
  })
})

describe('the key of the playground', () => {
  test('works like any other and is marked as what it is', async () => {
    const browser = await signedIn(app)
    const key = await newPlaygroundKey(browser)
    expect(await statusWith(key)).toBe(200)
    const [listed] = await keysOf(browser)
    expect(listed).toMatchObject({ name: 'Playground', playground: true, prefix: key.slice(0, 9) })
  })

  test('replaces the earlier one of the same session, and leaves those of others alone', async () => {
    const browser = await signedIn(app)
    const elsewhere = new Browser(app)
    await elsewhere.signIn(browser.email)
    const [old, other] = [await newPlaygroundKey(browser), await newPlaygroundKey(elsewhere)]
    const key = await newPlaygroundKey(browser)
    expect([await statusWith(old), await statusWith(other), await statusWith(key)]).toEqual([403, 200, 200])
  })

  test.each(['/web/sign-out', '/web/sign-out-everywhere'])('ends with the session: %s', async (url) => {
    const browser = await signedIn(app)
    const { key: ordinary } = await newKey(browser)
    const key = await newPlaygroundKey(browser)
    await statusWith(key)
    await browser.post(url)
    expect([await statusWith(key), await statusWith(ordinary)]).toEqual([403, 200])
  })

  test('ends when the session expires, also before anybody sweeps', async () => {
    const browser = await signedIn(app)
    const key = await newPlaygroundKey(browser)
    app.now += 7 * 24 * 3_600_000
    expect(await statusWith(key)).toBe(403)
  })

  test('ends when the same browser signs in again, and when the password changes elsewhere', async () => {
    const browser = await signedIn(app)
    const [elsewhere, key] = [new Browser(app), await newPlaygroundKey(browser)]
    await browser.signIn(browser.email)
    expect(await statusWith(key)).toBe(403)
    await elsewhere.signIn(browser.email)
    const other = await newPlaygroundKey(elsewhere)
    await browser.post('/web/password', { current: 'correct horse battery', password: 'another password' })
    expect(await statusWith(other)).toBe(403)
  })
})
