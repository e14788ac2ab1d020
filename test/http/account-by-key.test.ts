/** /v1/account and /v1/usage: what a key can learn about its account. */
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { errorOf, multipart, PHOTO, useApp } from './app.js'
import { signedIn } from './browser.js'
import { gate } from './fake-engine.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '40', ACCOUNT_RATE_LIMIT: '120', FREE_CREDITS: '10' })
const DAY_MS = 24 * 3_600_000

const account = (key: string) => app.get('/v1/account', { 'x-api-key': key })
const usage = (key: string, query = '') => app.get(`/v1/usage${query}`, { 'x-api-key': key })

describe('GET /v1/account', () => {
  test('tells balance, limits, and what this key may do; nothing about its owner', async () => {
    const caller = await app.caller({ credits: 7 })
    expect((await account(caller.key)).json()).toEqual({
      balance: 7,
      held: 0,
      available: 7,
      unlimited: false,
      rate_limit: { key: 40, account: 120 },
      key: { name: 'test', scopes: null, expires_at: null },
    })
  })

  test('tells what requests under way hold', async () => {
    const caller = await app.caller({ credits: 3 })
    const { work, reached, open } = gate()
    app.engine.work = work
    const running = caller.remove({ size: 'full' })
    await reached
    expect((await account(caller.key)).json()).toMatchObject({ balance: 3, held: 1, available: 2 })
    open()
    await running
    expect((await account(caller.key)).json()).toMatchObject({ balance: 2, held: 0, available: 2 })
  })

  test('tells the terms of the key, limits of its own, and that an account is unlimited', async () => {
    const { accountId } = await app.caller()
    await app.db.accounts.setUnlimited(accountId, true)
    const terms = { name: 'Shop', scopes: ['account'] as const, expiresAt: app.now + DAY_MS, rateLimit: 300 }
    const { key } = await createApiKey(app.db.keys, app.clock, { accountId, ...terms })
    expect((await account(key)).json()).toMatchObject({
      unlimited: true,
      rate_limit: { key: 300, account: 300 },
      key: { name: 'Shop', scopes: ['account'], expires_at: new Date(app.now + DAY_MS).toISOString() },
    })
  })

  test('does not count against the rate', async () => {
    const { key } = await app.caller({ rateLimit: 1 })
    for (let asked = 0; asked < 3; asked++) expect((await account(key)).statusCode).toBe(200)
  })
})

describe('GET /v1/usage', () => {
  test('is what the account page shows, without the balance', async () => {
    const browser = await signedIn(app)
    const caller = await app.key(browser.accountId)
    await caller.remove({ size: 'full' })
    await caller.remove()
    await caller.post(multipart({ image_file: PHOTO, spec: '1inch' }), {}, '/v1/id-photo')
    const { days, operations } = (await browser.get('/web/usage')).json()
    const told = (await usage(caller.key)).json<{ days: object[] }>()
    expect(told).toEqual({ days, operations })
    expect(told.days).toHaveLength(30)
    expect(told).toMatchObject({
      operations: [
        { operation: 'id-photo', images: 1, credits: 1 },
        { operation: 'remove', images: 1, credits: 1 },
        { operation: null, images: 1, credits: 0 },
      ],
    })
    expect(told.days.at(-1)).toMatchObject({ images: 3, credits: 2 })
  })

  test('is of the days asked for, and still counts results that were deleted', async () => {
    const caller = await app.caller({ credits: 5 })
    await caller.remove({ size: 'full' })
    const deleted = { method: 'DELETE', url: '/v1/results?confirm=all', headers: { 'x-api-key': caller.key } } as const
    expect((await app.inject(deleted)).json()).toMatchObject({ deleted: 1 })
    const today = new Date(app.now).toISOString().slice(0, 10)
    const yesterday = new Date(app.now - DAY_MS).toISOString().slice(0, 10)
    expect((await usage(caller.key, `?from=${yesterday}&to=${today}`)).json()).toEqual({
      days: [
        { day: yesterday, images: 0, credits: 0 },
        { day: today, images: 1, credits: 1 },
      ],
      operations: [{ operation: 'remove', images: 1, credits: 1 }],
    })
    expect((await usage(caller.key, `?to=${yesterday}`)).json()).toMatchObject({ operations: [] })
  })

  test.each([
    ['from=today', 'from must be a day like 2026-11-30'],
    ['to=2026-02-30', 'to must be a day like 2026-11-30'],
    ['to=0000-01-01', 'to must be a day like 2026-11-30'],
    ['from=2026-11-30&to=2026-11-29', 'from is later than to'],
    ['from=2020-01-01&to=2026-11-30', 'At most 366 days can be shown at once'],
    ['since=2026-11-30', 'since is not a parameter of this route; it takes from, to'],
  ])('is refused for ?%s', async (query, message) => {
    const { key } = await app.caller()
    expect(errorOf(await usage(key, `?${query}`))).toEqual({ status: 400, code: 'validation error', message })
  })
})

test.each(['/v1/account', '/v1/usage'])('%s needs the scope account', async (url) => {
  const { accountId } = await app.caller()
  const terms = { accountId, name: 'limited', scopes: ['remove', 'results'] as const }
  const { key } = await createApiKey(app.db.keys, app.clock, terms)
  expect(errorOf(await app.get(url, { 'x-api-key': key }))).toMatchObject({ status: 403, code: 'forbidden' })
})
