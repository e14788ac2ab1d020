/** Webhooks as the account page manages them. That their events arrive is shown in unit/webhook-delivery. */
import { expect, test } from 'vitest'
import { useApp } from './app.js'
import { type Browser, errorOf, signedIn } from './browser.js'

const app = useApp()
const URL_OF_SHOP = 'https://shop.example/hook'

interface Listed {
  readonly id: string
  readonly url: string
}
interface Logged {
  readonly id: string
  readonly type: string
  readonly state: string
}

async function newWebhook(browser: Browser, url = URL_OF_SHOP): Promise<{ secret: string; record: Listed }> {
  const answer = await browser.post('/web/webhooks', { url })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
const listOf = async (browser: Browser): Promise<Listed[]> =>
  (await browser.get('/web/webhooks')).json<{ webhooks: Listed[] }>().webhooks
const logOf = async (
  browser: Browser,
  { id }: Listed,
  query = '',
): Promise<{ deliveries: Logged[]; next: string | null }> =>
  (await browser.get(`/web/webhooks/${id}/deliveries${query}`)).json()

test('a secret is shown when the webhook is made, and never again', async () => {
  const browser = await signedIn(app)
  const { secret, record } = await newWebhook(browser)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(record).toEqual({
    id: expect.stringMatching(/^wh_/),
    url: URL_OF_SHOP,
    createdAt: app.now,
    disabled: null,
    formerSecretUntil: null,
  })
  const list = await browser.get('/web/webhooks')
  expect(list.json()).toEqual({ webhooks: [record], most: 5 })
  expect(list.body).not.toContain('whsec_')
  expect(app.logLines.join()).not.toContain(secret)
})

test('an address is an absolute http or https URL without a password, of at most 2,000 characters', async () => {
  const browser = await signedIn(app)
  const { record } = await newWebhook(browser)
  const long = `https://shop.example/${'x'.repeat(2000)}`
  for (const url of [
    undefined,
    7,
    '',
    'shop.example',
    '/hook',
    'ftp://shop.example/',
    'https://a:b@shop.example/',
    long,
  ]) {
    const expected = { status: 400, code: 'invalid_request', parameter: 'url' }
    expect(errorOf(await browser.post('/web/webhooks', { url })), String(url)).toEqual(expected)
    expect(errorOf(await browser.put(`/web/webhooks/${record.id}`, { url: url as string })), String(url)).toEqual(
      expected,
    )
  }
  expect(await listOf(browser)).toEqual([record])
})

test('an account has at most five; one that is deleted makes room', async () => {
  const browser = await signedIn(app)
  for (let made = 0; made < 5; made++) await newWebhook(browser)
  const more = await browser.post('/web/webhooks', { url: URL_OF_SHOP })
  expect(errorOf(more)).toEqual({ status: 409, code: 'too_many_webhooks' })
  const answer = await browser.delete(`/web/webhooks/${(await listOf(browser))[0]!.id}`)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  await newWebhook(browser)
})

test('address and state can be changed', async () => {
  const browser = await signedIn(app)
  const { record } = await newWebhook(browser)
  const path = `/web/webhooks/${record.id}`
  const moved = { ...record, url: 'https://shop.example/new' }
  expect((await browser.put(path, { url: moved.url })).json()).toEqual(moved)
  const disabled = { ...moved, disabled: { at: app.now, by: 'owner' } }
  expect((await browser.post(`${path}/disable`)).json()).toEqual(disabled)
  expect(await listOf(browser)).toEqual([disabled])
  expect((await browser.post(`${path}/enable`)).json()).toEqual(moved)
})

test('a new secret leaves the former one in force for 24 hours', async () => {
  const browser = await signedIn(app)
  const { secret, record } = await newWebhook(browser)
  const rotated = (await browser.post(`/web/webhooks/${record.id}/rotate`)).json<{ secret: string; record: Listed }>()
  const until = app.now + 24 * 3_600_000
  expect(rotated.record).toEqual({ ...record, formerSecretUntil: until })
  expect(rotated.secret).not.toBe(secret)
  expect(await app.db.webhooks.find(record.id)).toMatchObject({ secret: rotated.secret, former: { secret, until } })
  app.now = until
  expect(await listOf(browser)).toEqual([record])
})

test('a test event goes to this webhook alone; the log has it, a page at a time', async () => {
  const browser = await signedIn(app)
  const [{ record }, other] = [await newWebhook(browser), await newWebhook(browser)]
  for (let sent = 0; sent < 3; sent++) {
    expect((await browser.post(`/web/webhooks/${record.id}/test`)).statusCode).toBe(204)
  }
  const first = await logOf(browser, record, '?limit=2')
  const second = await logOf(browser, record, `?limit=2&before=${first.next}`)
  expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([2, 1, null])
  expect(second.deliveries[0]).toEqual({
    id: expect.stringMatching(/^dlv_/),
    eventId: expect.stringMatching(/^evt_/),
    type: 'webhook.test',
    state: 'waiting',
    tries: 0,
    nextAt: app.now,
    triedAt: null,
    status: null,
    trouble: null,
    durationMs: null,
    createdAt: app.now,
  })
  expect(await logOf(browser, other.record)).toEqual({ deliveries: [], next: null })
  expect(errorOf(await browser.get(`/web/webhooks/${record.id}/deliveries?before=x`))).toMatchObject({ status: 400 })
})

test('a disabled webhook gets neither a test event nor a redelivery', async () => {
  const browser = await signedIn(app)
  const { record } = await newWebhook(browser)
  const path = `/web/webhooks/${record.id}`
  await browser.post(`${path}/disable`)
  const refused = { status: 409, code: 'webhook_disabled' }
  expect(errorOf(await browser.post(`${path}/test`))).toEqual(refused)
  expect(errorOf(await browser.post(`${path}/deliveries/dlv_x/redeliver`))).toEqual(refused)
  expect((await logOf(browser, record)).deliveries).toEqual([])
})

test('a delivery can be sent again, one of another webhook cannot', async () => {
  const browser = await signedIn(app)
  const [{ record }, other] = [await newWebhook(browser), await newWebhook(browser)]
  await browser.post(`/web/webhooks/${record.id}/test`)
  const claim = { webhookId: record.id, limit: 1, owner: 'node/1', expiresAt: app.now + 1000 }
  const [claimed] = await app.db.webhookDeliveries.claim(claim)
  const again = (id: string) => browser.post(`/web/webhooks/${id}/deliveries/${claimed!.id}/redeliver`)
  expect(errorOf(await again(record.id))).toEqual({ status: 404, code: 'not_found' }) // it is on its way
  await app.db.webhookDeliveries.note(claimed!, { status: 500, trouble: null, durationMs: 1 }, 'failed')
  expect(errorOf(await again(other.record.id))).toEqual({ status: 404, code: 'not_found' })
  expect((await again(record.id)).statusCode).toBe(204)
  expect((await logOf(browser, record)).deliveries).toMatchObject([{ state: 'waiting', tries: 0 }])
})

test('by hand, an account sends 20 a minute', async () => {
  const browser = await signedIn(app)
  const { record } = await newWebhook(browser)
  for (let sent = 0; sent < 20; sent++) await browser.post(`/web/webhooks/${record.id}/test`)
  const answer = await browser.post(`/web/webhooks/${record.id}/test`)
  expect(errorOf(answer)).toMatchObject({ status: 429 })
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  expect((await logOf(browser, record, '?limit=100')).deliveries).toHaveLength(20)
})
