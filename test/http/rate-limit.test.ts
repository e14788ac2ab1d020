import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { json, multipart, PHOTO, useApp } from './app.js'
import { Browser } from './browser.js'

const app = useApp()

const rateOf = ({ headers }: LightMyRequestResponse) => ({
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
  reset: headers['x-ratelimit-reset'],
})
const NONE = { limit: undefined, remaining: undefined, reset: undefined }

const nowSeconds = (): number => Math.floor(app.now / 1000)

test('the first call opens a window of 60 seconds; each call says what is left of it', async () => {
  const caller = await app.caller({ rateLimit: 3 })
  const reset = String(nowSeconds() + 60)
  expect(rateOf(await caller.remove())).toEqual({ limit: '3', remaining: '2', reset })
  app.now += 20_000
  expect(rateOf(await caller.remove())).toEqual({ limit: '3', remaining: '1', reset })
  app.now += 39_000
  expect(rateOf(await caller.remove())).toEqual({ limit: '3', remaining: '0', reset })
})

test('over the limit: 429 with the seconds to wait, and no unit is used, until the window ends', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  const reset = String(nowSeconds() + 60)
  await caller.remove()
  for (const [passedMs, retryAfter] of [
    [0, '60'],
    [37_000, '23'],
    [22_000, '1'],
  ] as const) {
    app.now += passedMs
    const refused = await caller.remove()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(retryAfter)
    expect(rateOf(refused)).toEqual({ limit: '1', remaining: '0', reset })
  }
  app.now += 1000
  const next = await caller.remove()
  expect(next.statusCode).toBe(201)
  expect(rateOf(next)).toEqual({ limit: '1', remaining: '0', reset: String(nowSeconds() + 60) })
})

test('40 images per minute and key unless told otherwise', async () => {
  const caller = await app.caller()
  const answers = await Promise.all(Array.from({ length: 41 }, () => caller.remove()))
  const remaining = answers.map((answer) => Number(rateOf(answer).remaining)).sort((a, b) => b - a)
  expect(remaining).toEqual([...Array.from({ length: 40 }, (_, i) => 39 - i), 0])
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(40)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})

test('every answer after the rate check has the headers, whatever its status', async () => {
  const caller = await app.caller({ credits: 0, rateLimit: 9 })
  const reset = String(nowSeconds() + 60)
  const fail = (error: Error): void => {
    app.engine.work = async () => {
      throw error
    }
  }
  const expected = async (answer: Promise<LightMyRequestResponse>, status: number, remaining: number) => {
    const reply = await answer
    expect(reply.statusCode).toBe(status)
    expect(rateOf(reply), `at ${status}`).toEqual({ limit: '9', remaining: String(remaining), reset })
  }
  await expected(caller.remove(), 201, 8)
  await expected(caller.remove({ size: 'full' }), 402, 7)
  await expected(caller.remove({ image_url: 'http://127.0.0.1/' }), 400, 6)
  fail(new AppError('invalid_image', 'damaged'))
  await expected(caller.remove(), 422, 5)
  fail(new AppError('no_foreground', 'nothing'))
  await expected(caller.remove(), 422, 4)
  fail(new Error('a bug'))
  await expected(caller.remove(), 500, 3)
  app.engine.full = true
  await expected(caller.remove(), 503, 3)
  app.engine.reset()
  for (const remaining of [2, 1, 0]) await expected(caller.remove(), 201, remaining)
  await expected(caller.remove(), 429, 0)
})

test('503 gives the unit back: overload costs the caller nothing', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  app.engine.full = true
  for (let i = 0; i < 3; i++) {
    const answer = await caller.remove()
    expect(answer.statusCode).toBe(503)
    expect(rateOf(answer).remaining).toBe('1')
  }
  app.engine.full = false
  expect((await caller.remove()).statusCode).toBe(201)
})

test('answers before the rate check use no unit and have no rate headers', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  const answers = [
    await caller.remove({ size: 'gigantic' }),
    await caller.post(json({})),
    await caller.post({ payload: PHOTO, headers: { 'content-type': 'image/png' } }),
    await app.inject({ method: 'POST', url: '/v1/remove' }),
    await app.inject({ method: 'POST', url: '/v1/nope', headers: { 'x-api-key': caller.key } }),
    await app.inject({ method: 'GET', url: '/v1/remove', headers: { 'x-api-key': caller.key } }),
    await app.inject({ method: 'OPTIONS', url: '/v1/remove', headers: { 'x-api-key': caller.key } }),
    await app.get('/v1/openapi.json'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 401, 404, 405, 204, 200])
  for (const answer of answers) expect(rateOf(answer)).toEqual(NONE)
  expect((await caller.remove()).statusCode).toBe(201)
})

test('one window for all encodings and for results made by upload or download', async () => {
  const caller = await app.caller({ rateLimit: 2 })
  const image_url = `http://${app.originHost}/`
  const first = rateOf(await caller.remove())
  app.now += 5000
  const second = rateOf(await caller.post(json({ image_url })))
  expect([first.remaining, second.remaining]).toEqual(['1', '0'])
  expect(second.reset).toBe(first.reset)
  expect((await caller.remove({ image_url })).statusCode).toBe(429)
})

test('the counter belongs to the key: another key of the account has its own, and its own limit', async () => {
  const one = await app.caller({ rateLimit: 1 })
  const two = await app.key(one.accountId, 5)
  await one.remove()
  expect((await one.remove()).statusCode).toBe(429)
  expect(rateOf(await two.remove())).toMatchObject({ limit: '5', remaining: '4' })
})

test('a changed limit takes effect at once, within a running window', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  await caller.remove()
  expect((await caller.remove()).statusCode).toBe(429)
  await app.db.keys.setRateLimit(caller.keyId, 3)
  expect(rateOf(await caller.remove())).toMatchObject({ limit: '3', remaining: '1' })
})

test('a limit of the account replaces both defaults, at once; that of a key is its own', async () => {
  const one = await app.caller()
  const [two, own] = [await app.key(one.accountId), await app.key(one.accountId, 1)]
  await app.db.accounts.setRateLimit(one.accountId, 4)
  expect(rateOf(await one.remove())).toMatchObject({ limit: '4', remaining: '3' })
  await one.remove()
  expect(rateOf(await own.remove())).toMatchObject({ limit: '1', remaining: '0' })
  expect(rateOf(await two.remove())).toMatchObject({ limit: '4', remaining: '0' })
  expect((await two.remove()).statusCode).toBe(429)
  await app.db.accounts.setRateLimit(one.accountId, null)
  expect(rateOf(await two.remove())).toMatchObject({ limit: '40', remaining: '38' })
})

test('result addresses are not counted', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  const { url } = (await caller.remove()).json<{ url: string }>()
  const result = await app.get(new URL(url).pathname)
  expect(result.statusCode).toBe(200)
  expect(rateOf(result)).toEqual(NONE)
})

test('a clock that is set back an hour makes nobody wait for an hour', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  await caller.remove()
  app.now -= 3_600_000
  const refused = await caller.remove()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  app.now += 3_600_000
})

test('renewing the key of the playground renews nothing: 40 images per minute, not 40 per key', async () => {
  const browser = new Browser(app)
  await browser.signUp()
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const { key } = (await browser.post('/web/playground-key')).json<{ key: string }>()
    for (let image = 0; image < 10; image++) {
      const body = multipart({ image_file: PHOTO })
      const headers = { 'x-api-key': key, ...body.headers }
      statuses.push(
        (await app.inject({ method: 'POST', url: '/v1/remove', headers, payload: body.payload })).statusCode,
      )
    }
  }
  expect(statuses).toEqual([...Array(40).fill(201), ...Array(10).fill(429)])
})

test('more keys are not more images: the account has a limit, and the headers tell the nearer one', async () => {
  const first = await app.caller()
  for (let image = 0; image < 40; image++) await first.remove()
  for (let more = 0; more < 2; more++) {
    const key = await app.key(first.accountId)
    for (let image = 0; image < 40; image++) expect((await key.remove()).statusCode).toBe(201)
  }
  const refused = await (await app.key(first.accountId)).remove()
  expect(refused.statusCode).toBe(429)
  expect(rateOf(refused)).toMatchObject({ limit: '120', remaining: '0' })
  expect(refused.headers['retry-after']).toBe('60')
})
