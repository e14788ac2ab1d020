/** The log of requests: what is in it, what is not, who sees which part. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { eventually, PHOTO, useApp } from './app.js'
import { type Browser, errorOf, signedIn } from './browser.js'

const app = useApp({ FREE_CREDITS: '2' })

interface Line {
  id: string
  at: number
  keyName: string
  route: string
  method: string
  status: number
  code: string | null
  durationMs: number
  credits: number
  email?: string
}

async function operator() {
  const browser = await signedIn(app)
  await app.db.accounts.setOperator(browser.accountId, true)
  return browser
}

/** Lines come a moment after their answers. */
const lines = (browser: Browser, count: number, query = '', url = '/web/requests'): Promise<Line[]> =>
  eventually(async () => {
    const { requests } = (await browser.get(`${url}${query}`)).json<{ requests: Line[] }>()
    expect(requests).toHaveLength(count)
    return requests
  })

test('calls are listed with key, route, status, time and cost; refusals with their code', async () => {
  const someone = await signedIn(app)
  const caller = await app.key(someone.accountId)
  const made = await caller.remove({ size: 'full' })
  await caller.remove({ size: 'nonsense' })
  await app.inject({ method: 'GET', url: '/v1.0/account', headers: { 'x-api-key': caller.key } })
  const [account, refused, paid] = await lines(someone, 3)
  expect(paid).toEqual({
    id: made.headers['x-request-id'],
    at: app.now,
    keyId: caller.keyId,
    keyName: 'test',
    keyPrefix: caller.key.slice(0, 9),
    method: 'POST',
    route: '/v1/remove',
    status: 201,
    code: null,
    durationMs: expect.any(Number),
    credits: 1,
    watermark: null,
  })
  expect(refused).toMatchObject({ status: 400, code: 'validation error', credits: 0 })
  expect(account).toMatchObject({ method: 'GET', route: '/v1.0/account', status: 200, credits: 0 })
})

test('previews, repeated answers and failures cost nothing there either', async () => {
  const someone = await signedIn(app)
  const caller = await app.key(someone.accountId)
  await caller.remove({ size: 'full' }, { 'idempotency-key': 'order 1' })
  await caller.remove({ size: 'full' }, { 'idempotency-key': 'order 1' })
  await caller.remove()
  app.engine.work = async () => {
    throw new AppError('internal', 'broken')
  }
  await caller.remove({ size: 'full' })
  const found = await lines(someone, 4)
  expect(found.map(({ status, credits }) => [status, credits])).toEqual([
    [500, 0],
    [201, 0],
    [201, 0],
    [201, 1],
  ])
})

test('a key of a suspended account is listed; unknown keys and the pages are not', async () => {
  const [boss, someone] = [await operator(), await signedIn(app)]
  const caller = await app.key(someone.accountId)
  await app.db.accounts.setSuspended(someone.accountId, true)
  await caller.remove()
  await app.inject({ method: 'POST', url: '/v1/remove', headers: { 'x-api-key': `sk_${'x'.repeat(40)}` } })
  const found = await lines(boss, 1, `?email=${someone.email}`, '/web/operator/requests')
  expect(found).toMatchObject([{ status: 403, code: 'forbidden', email: someone.email }])
})

test('nothing personal is kept: no photo, no address, no file name, no prompt', async () => {
  const someone = await signedIn(app)
  const caller = await app.key(someone.accountId)
  app.origin = (_, response) => response.end(PHOTO)
  const url = `http://${app.originHost}/holiday-in-rome.jpg?token=geheim`
  await caller.remove({ image_url: url }, { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'geheim' })
  await caller.remove({ prompt: 'my aunt geheim' }, {}, '/v1/portrait-style')
  await lines(someone, 2)
  const kept = JSON.stringify(await app.db.requests.page({ accountId: someone.accountId }, { limit: 9 }))
  for (const secret of ['geheim', 'rome', 'aunt', '203.0.113', '127.0.0.1', caller.key, 'photo.png', 'base64'])
    expect(kept).not.toContain(secret)
})

describe('the list', () => {
  test('is narrowed by filters and read page by page', async () => {
    const someone = await signedIn(app)
    const [first, second] = [await app.key(someone.accountId), await app.key(someone.accountId)]
    await first.remove()
    app.now += 10
    await second.remove({ size: 'nonsense' })
    app.now += 10
    await second.remove()
    await lines(someone, 3)
    await lines(someone, 1, '?status=4')
    await lines(someone, 1, '?code=validation%20error')
    await lines(someone, 0, '?code=validation%20error&status=2')
    await lines(someone, 2, `?key=${second.keyId}`)
    await lines(someone, 3, '?route=/v1/remove')
    await lines(someone, 0, '?route=/v1/id-photo')
    await lines(someone, 1, `?since=${app.now}`)
    await lines(someone, 2, `?until=${app.now}`)
    const page = (await someone.get('/web/requests?limit=2')).json<{ next: string; daysKept: number }>()
    expect(page.daysKept).toBe(30)
    await lines(someone, 1, `?limit=2&before=${page.next}`)
  })

  test.each([
    ['status=9', 'status'],
    ['since=yesterday', 'since'],
    ['until=-1', 'until'],
    ['limit=0', 'limit'],
    ['before=x', 'before'],
  ])('%s is explained', async (query, parameter) => {
    const someone = await signedIn(app)
    const expected = { status: 400, code: 'invalid_request', parameter }
    expect(errorOf(await someone.get(`/web/requests?${query}`))).toEqual(expected)
  })

  test('shows nobody the calls of others, whatever they ask for', async () => {
    const [someone, other] = [await signedIn(app), await signedIn(app)]
    const caller = await app.key(other.accountId)
    await caller.remove()
    await lines(other, 1)
    await lines(someone, 0, `?key=${caller.keyId}&account=${other.accountId}&accountId=${other.accountId}&email=@`)
    expect((await someone.get('/web/requests.csv')).body.trim().split('\n')).toHaveLength(1)
  })
})

describe('the file', () => {
  test('has the same lines as the list, and what a spreadsheet would calculate is harmless', async () => {
    const [boss, someone] = [await operator(), await signedIn(app)]
    const { key } = (await someone.post('/web/keys', { name: '=HYPERLINK("x")' })).json<{ key: string }>()
    const headers = { 'x-api-key': key }
    await app.inject({ method: 'GET', url: '/v1.0/account', headers })
    const [line] = await lines(someone, 1)
    const answer = await someone.get('/web/requests.csv?status=2')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="requests.csv"')
    const cells = `${new Date(app.now).toISOString()},${line!.id},"'=HYPERLINK(""x"")",${key.slice(0, 9)},GET,/v1.0/account`
    expect(answer.body).toBe(
      `time,request_id,key,key_prefix,method,route,status,error,duration_ms,credits,watermark\r\n${cells},200,,${line!.durationMs},0,\r\n`,
    )
    const all = await boss.get(`/web/operator/requests.csv?email=${someone.email}`)
    expect(all.body).toContain(`\r\n${someone.email},${cells}`)
  })
})

describe('without a log', () => {
  const silent = useApp({ REQUEST_LOG_DAYS: '0' })

  test('nothing is written', async () => {
    const someone = await signedIn(silent)
    const caller = await silent.key(someone.accountId)
    expect((await caller.remove()).statusCode).toBe(201)
    expect((await someone.get('/web/requests')).json()).toEqual({ requests: [], next: null, daysKept: 0 })
  })
})
