/** Balance, ledger and the last 30 days, as their owner sees them. */
import { describe, expect, test } from 'vitest'
import { type Caller, multipart, PHOTO, useApp } from './app.js'
import { type Browser, errorOf, signedIn } from './browser.js'

const app = useApp({ FREE_CREDITS: '10' })
const DAY_MS = 24 * 3_600_000

interface Usage {
  balance: number
  available: number
  days: { day: string; images: number; credits: number }[]
  operations: { operation: string | null; images: number; credits: number }[]
}

interface Entry {
  id: string
  at: number
  kind: string
  operation: string | null
  keyName: string | null
  keyPrefix: string | null
  amount: number
  resultId: string | null
}

const usageOf = async (browser: Browser): Promise<Usage> => (await browser.get('/web/usage')).json()
const ledgerOf = async (browser: Browser, query = ''): Promise<{ entries: Entry[]; next: string | null }> =>
  (await browser.get(`/web/ledger${query}`)).json()
const cutout = (caller: Caller, size: string) =>
  caller.post(multipart({ image_file: PHOTO, size }), {}, '/v1.0/removebg')

describe('use', () => {
  test('shows 30 days of UTC, oldest first, also those on which nothing happened', async () => {
    const browser = await signedIn(app)
    const { days, ...money } = await usageOf(browser)
    expect(money).toEqual({ balance: 10, available: 10, unlimited: false, operations: [] })
    expect(days).toHaveLength(30)
    const today = new Date(app.now).toISOString().slice(0, 10)
    expect(days.at(-1)).toEqual({ day: today, images: 0, credits: 0 })
    expect(days[0]?.day).toBe(new Date(app.now - 29 * DAY_MS).toISOString().slice(0, 10))
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
  })

  test('counts images of both dialects, free or not, and what they cost; no failures, no others', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const caller = await app.key(browser.accountId)
    await caller.remove({ size: 'full' })
    await caller.remove()
    await cutout(caller, 'full')
    await cutout(caller, 'preview')
    await caller.remove({ size: 'wrong' })
    await (await app.key(other.accountId)).remove({ size: 'full' })
    const { days, operations, balance, available } = await usageOf(browser)
    expect(days.at(-1)).toMatchObject({ images: 4, credits: 2 })
    expect(operations).toEqual([
      { operation: 'cutout', images: 1, credits: 1 },
      { operation: 'remove', images: 1, credits: 1 },
      { operation: null, images: 2, credits: 0 },
    ])
    expect([balance, available]).toEqual([8, 8])
  })

  test('stays when results are deleted, and ages day by day', async () => {
    const browser = await signedIn(app)
    const caller = await app.key(browser.accountId)
    const { url } = (await caller.remove({ size: 'full' })).json<{ url: string }>()
    await browser.delete(`/web/results/${url.split('/').at(-1)?.replace('.png', '')}`)
    app.now += 3 * DAY_MS
    expect((await usageOf(browser)).days.at(-4)).toMatchObject({ images: 1, credits: 1 })
  })

  test('tells what is set aside for running requests', async () => {
    const browser = await signedIn(app)
    const lease = { owner: 'node/1', expiresAt: app.now + 1000 }
    const hold = await app.db.ledger.hold({ accountId: browser.accountId, keyId: 'k', amount: 4, lease })
    expect(await usageOf(browser)).toMatchObject({ balance: 10, available: 6 })
    expect((await browser.visit()).account).toMatchObject({ balance: 10, available: 6 })
    await app.db.ledger.release(hold!.id)
  })
})

describe('a period', () => {
  test('is shown and handed out as a file', async () => {
    const browser = await signedIn(app)
    const caller = await app.key(browser.accountId)
    await caller.remove({ size: 'full' })
    await caller.remove()
    const day = (ago: number): string => new Date(app.now - ago * DAY_MS).toISOString().slice(0, 10)
    const query = `?from=${day(1)}&to=${day(0)}`
    const { days, operations } = (await browser.get(`/web/usage${query}`)).json<Usage>()
    expect(days).toEqual([
      { day: day(1), images: 0, credits: 0 },
      { day: day(0), images: 2, credits: 1 },
    ])
    expect(operations).toEqual([
      { operation: 'remove', images: 1, credits: 1 },
      { operation: null, images: 1, credits: 0 },
    ])
    const file = await browser.get(`/web/usage.csv${query}`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="usage.csv"')
    const lines = ['day,operation,images,credits', `${day(1)},free,0,0`, `${day(0)},remove,1,1`, `${day(0)},free,1,0`]
    expect(file.body).toBe(lines.map((line) => `${line}\r\n`).join(''))
    const before = (await browser.get(`/web/usage?from=${day(9)}&to=${day(1)}`)).json<Usage>()
    expect(before).toMatchObject({ operations: [] })
    expect(before.days.every(({ images }) => images === 0)).toBe(true)
  })

  test.each([
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'from'],
    ['from=2020-01-01&to=2026-11-01', 'from'],
  ])('%s is explained', async (query, parameter) => {
    const browser = await signedIn(app)
    const expected = { status: 400, code: 'invalid_request', parameter }
    for (const url of ['/web/usage', '/web/usage.csv'])
      expect(errorOf(await browser.get(`${url}?${query}`))).toEqual(expected)
  })
})

describe('the ledger', () => {
  test('says what, when, with which key and how much, newest first', async () => {
    const browser = await signedIn(app)
    const openedAt = app.now
    const { key, record } = (await browser.post('/web/keys', { name: '<b>Shop</b>' })).json<{
      key: string
      record: { id: string }
    }>()
    app.now += 1000
    const body = multipart({ image_file: PHOTO, size: 'full' })
    const headers = { 'x-api-key': key, ...body.headers }
    const made = await app.inject({ method: 'POST', url: '/v1/remove', headers, payload: body.payload })
    const [, resultId] = /([\w-]+)\.png$/.exec(made.json<{ url: string }>().url)!
    app.now += 1000
    await app.db.ledger.grant(browser.accountId, 5)
    await browser.delete(`/web/keys/${record.id}`)
    const nothing = { operation: null, keyName: null, keyPrefix: null, resultId: null, note: null }
    const id = expect.stringMatching(/^entry_/)
    const shop = { keyName: '<b>Shop</b>', keyPrefix: key.slice(0, 9) }
    const charge = { operation: 'remove', ...shop, amount: -1, resultId, note: null }
    expect(await ledgerOf(browser)).toEqual({
      entries: [
        { id, at: app.now, kind: 'grant', amount: 5, ...nothing },
        { id, at: app.now - 1000, kind: 'charge', ...charge },
        { id, at: openedAt, kind: 'opening', amount: 10, ...nothing },
      ],
      next: null,
    })
  })

  test('comes in pages without gaps or repetitions', async () => {
    const browser = await signedIn(app)
    for (let amount = 1; amount <= 120; amount++) await app.db.ledger.grant(browser.accountId, amount)
    const amounts: number[] = []
    const sizes: number[] = []
    let before = ''
    for (let next: string | null = 'first'; next; before = `?before=${next}`) {
      const page: { entries: Entry[]; next: string | null } = await ledgerOf(browser, before)
      sizes.push(page.entries.length)
      amounts.push(...page.entries.map(({ amount }) => amount))
      next = page.next
    }
    expect(sizes).toEqual([50, 50, 21])
    expect(amounts).toEqual([...Array.from({ length: 120 }, (_, index) => 120 - index), 10])
    expect((await ledgerOf(browser, '?limit=100')).entries).toHaveLength(100)
  })

  test('of another account cannot be reached, whatever is asked for', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    await app.db.ledger.grant(other.accountId, 77)
    const [entry] = (await ledgerOf(other)).entries
    for (const query of ['', `?account=${other.accountId}`, `?accountId=${other.accountId}`]) {
      expect((await ledgerOf(browser, query)).entries.map(({ amount }) => amount)).toEqual([10])
    }
    const from = await ledgerOf(browser, `?before=${entry!.at + 1}.${entry!.id}`)
    expect(from.entries.map(({ amount }) => amount)).toEqual([10])
    expect(errorOf(await browser.get(`/web/ledger/${other.accountId}`))).toEqual({ status: 404, code: 'not_found' })
  })
})
