/** What a key may be used for, until when, and from where it was used last. */
import { describe, expect, test } from 'vitest'
import { Caller, errorOf, eventually, multipart, PHOTO, useApp } from './app.js'
import { type Browser, signedIn, errorOf as webErrorOf } from './browser.js'

const app = useApp({ FREE_CREDITS: '5' })
const DAY_MS = 86_400_000

interface Record {
  readonly id: string
  readonly name: string
  readonly expiresAt: number | null
  readonly scopes: string[] | null
  readonly lastAddress: string | null
}

async function newKey(browser: Browser & { accountId: string }, terms: object) {
  const answer = await browser.post('/web/keys', { name: 'Shop', ...terms })
  expect(answer.statusCode).toBe(201)
  const { key, record } = answer.json<{ key: string; record: Record }>()
  return { record, caller: new Caller(app, browser.accountId, record.id, key) }
}

const account = (caller: Caller) => app.get('/v1.0/account', { 'x-api-key': caller.key })
const listed = async (browser: Browser): Promise<Record[]> =>
  (await browser.get('/web/keys')).json<{ keys: Record[] }>().keys

describe('a key with scopes', () => {
  test('is refused for everything else, in both dialects, before anything is read or charged', async () => {
    const browser = await signedIn(app)
    const { caller } = await newKey(browser, { scopes: ['account'] })
    const message =
      'This API key may not be used for remove, only for account: its owner can change that, or use another key'
    expect(errorOf(await caller.remove({ size: 'full' }))).toEqual({ status: 403, code: 'forbidden', message })
    // A body that nobody could read makes no difference: it is not looked at.
    const unreadable = { payload: 'nonsense', headers: { 'content-type': 'multipart/form-data' } }
    expect((await caller.post(unreadable)).statusCode).toBe(403)
    for (const path of ['/v1.0/removebg', '/v1.0/cutout']) {
      const theirs = await caller.remove({ size: 'full' }, {}, path)
      expect(theirs.statusCode).toBe(403)
      expect(theirs.json()).toEqual({ errors: [{ title: 'Forbidden', code: 'forbidden', detail: message }] })
    }
    for (const path of ['/v1/id-photo', '/v1/portrait-style']) {
      expect((await caller.post(multipart({ image_file: PHOTO }), {}, path)).statusCode).toBe(403)
    }
    expect((await account(caller)).statusCode).toBe(200)
    expect(await caller.charges()).toEqual([])
  })

  test('does what it may; lists of styles and formats are open to every key', async () => {
    const browser = await signedIn(app)
    const { caller } = await newKey(browser, { scopes: ['remove'] })
    expect((await caller.remove({ size: 'full' })).statusCode).toBe(201)
    expect((await account(caller)).statusCode).toBe(403)
    for (const path of ['/v1/presets', '/v1/styles', '/v1/id-photo/specs'])
      expect((await app.get(path, { 'x-api-key': caller.key })).statusCode).toBe(200)
  })

  test('can be given others, a name and an end; what is wrong is named', async () => {
    const browser = await signedIn(app)
    const { caller, record } = await newKey(browser, { scopes: ['account'] })
    const terms = { name: ' Batch ', scopes: ['account', 'remove'], expiresAt: app.now + DAY_MS }
    const changed = await browser.put(`/web/keys/${record.id}`, terms)
    expect(changed.json()).toMatchObject({ name: 'Batch', scopes: ['remove', 'account'], expiresAt: app.now + DAY_MS })
    expect(await listed(browser)).toEqual([changed.json()])
    expect((await caller.remove()).statusCode).toBe(201)
    const wrong: [object, string][] = [
      [{ ...terms, name: ' ' }, 'name'],
      [{ ...terms, scopes: [] }, 'scopes'],
      [{ ...terms, scopes: ['everything'] }, 'scopes'],
      [{ ...terms, expiresAt: app.now }, 'expiresAt'],
      [{ ...terms, expiresAt: 'tomorrow' }, 'expiresAt'],
    ]
    for (const [body, parameter] of wrong) {
      const expected = { status: 400, code: 'invalid_request', parameter }
      expect(webErrorOf(await browser.put(`/web/keys/${record.id}`, body))).toEqual(expected)
      expect(webErrorOf(await browser.post('/web/keys', body))).toEqual(expected)
    }
    expect(await listed(browser)).toMatchObject([{ name: 'Batch', scopes: ['remove', 'account'] }])
  })

  test('of others, and that of the playground, cannot be changed', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const { record } = await newKey(other, {})
    expect(webErrorOf(await browser.put(`/web/keys/${record.id}`, { name: 'Mine' })).status).toBe(404)
    await browser.post('/web/playground-key')
    const [playground] = await listed(browser)
    expect(webErrorOf(await browser.put(`/web/keys/${playground!.id}`, { name: 'Mine' })).status).toBe(409)
  })
})

describe('a key with an end', () => {
  test('works up to the last millisecond, then is refused in words, and works again once it is prolonged', async () => {
    const browser = await signedIn(app)
    const expiresAt = app.now + 60_000
    const { caller, record } = await newKey(browser, { expiresAt })
    app.now = expiresAt - 1
    expect((await account(caller)).statusCode).toBe(200)
    app.now = expiresAt
    const message = `This API key expired at ${new Date(expiresAt).toISOString()}: its owner can prolong it`
    expect(errorOf(await caller.remove())).toEqual({ status: 401, code: 'authentication_failed', message })
    const theirs = await account(caller)
    expect(theirs.statusCode).toBe(403)
    expect(theirs.json()).toEqual({ errors: [{ title: 'API Key invalid', code: 'auth_failed', detail: message }] })
    expect((await listed(browser))[0]).toMatchObject({ id: record.id, expiresAt })
    // Its name can be changed without a new end.
    expect((await browser.put(`/web/keys/${record.id}`, { name: 'Old', expiresAt })).statusCode).toBe(200)
    await browser.put(`/web/keys/${record.id}`, { name: 'Old', expiresAt: null })
    expect((await account(caller)).statusCode).toBe(200)
  })
})

test('the address of the last use is shown to the owner of a key, and to no operator', async () => {
  const browser = await signedIn(app)
  const { caller } = await newKey(browser, {})
  await app.inject({
    method: 'GET',
    url: '/v1.0/account',
    remoteAddress: '192.0.2.77',
    headers: { 'x-api-key': caller.key },
  })
  await eventually(async () => expect((await listed(browser))[0]?.lastAddress).toBe('192.0.2.77'))
  const operator = await signedIn(app)
  await app.db.accounts.setOperator(operator.accountId, true)
  const seen = await operator.get(`/web/operator/accounts/${browser.accountId}`)
  expect(seen.json<{ keys: object[] }>().keys).toHaveLength(1)
  expect(seen.body).not.toContain('192.0.2.77')
})
