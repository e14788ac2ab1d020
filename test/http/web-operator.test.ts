/** What operators see and change, and that nobody else does. */
import { hostname } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { TestApp, useApp } from './app.js'
import { Browser, errorOf, signedIn } from './browser.js'
import { FLEET, FLEET_STATE } from './fleet-state.js'

const app = useApp({ FREE_CREDITS: '2', RATE_LIMIT_PER_MINUTE: '30' })

async function operator() {
  const browser = await signedIn(app)
  await app.db.accounts.setOperator(browser.accountId, true)
  return browser
}

interface Overview {
  accounts: number
  keys: number
  images24h: number
  credits24h: number
  server: { errorsSinceStart: number }
  storage: { results: number; bytes: number }
  oldestResultAt: number | null
}

const overviewFor = async (browser: Browser): Promise<Overview> =>
  (await browser.get('/web/operator/overview')).json<Overview>()

describe('for everybody else', () => {
  const routes = [
    ['GET', '/web/operator/overview'],
    ['GET', '/web/operator/accounts'],
    ['GET', '/web/operator/requests'],
    ['GET', '/web/operator/requests.csv'],
    ['GET', '/web/operator/accounts/acc_x'],
    ['POST', '/web/operator/accounts'],
    ['POST', '/web/operator/accounts/acc_x/credits'],
    ['POST', '/web/operator/accounts/acc_x/correction'],
    ['POST', '/web/operator/accounts/acc_x/suspend'],
    ['POST', '/web/operator/accounts/acc_x/resume'],
    ['POST', '/web/operator/accounts/acc_x/delete'],
    ['GET', '/web/operator/audit'],
    ['GET', '/web/operator/capacity'],
    ['GET', '/web/operator/errors'],
    ['GET', '/web/operator/settings'],
    ['PUT', '/web/operator/keys/key_x/rate-limit'],
    ['PUT', '/web/operator/accounts/acc_x/unlimited'],
    ['PUT', '/web/operator/accounts/acc_x/rate-limit'],
  ] as const

  test.each(routes)('%s %s does not exist', async (method, url) => {
    const strangers = [new Browser(app), await signedIn(app)]
    await strangers[0]!.visit()
    for (const browser of strangers) {
      const [answer, unknown] = [await browser.send(method, url), await browser.send(method, `${url}x/y`)]
      expect(errorOf(answer)).toEqual({ status: 404, code: 'not_found' })
      expect(answer.body.replaceAll(url, '')).toBe(unknown.body.replaceAll(`${url}x/y`, ''))
    }
  })

  test('a former operator is refused at once', async () => {
    const browser = await operator()
    expect((await browser.get('/web/operator/overview')).statusCode).toBe(200)
    await app.db.accounts.setOperator(browser.accountId, false)
    expect((await browser.get('/web/operator/overview')).statusCode).toBe(404)
  })

  test('nobody becomes an operator by asking for it', async () => {
    const browser = new Browser(app)
    await browser.visit()
    const body = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse', operator: true, credits: 99 }
    const answer = await browser.post('/web/sign-up', body)
    expect(answer.json()).toMatchObject({ account: { operator: false, balance: 2 } })
  })
})

describe('the overview', () => {
  test('warns where others reach the server, but links lead to this machine only', async () => {
    const open = new TestApp()
    await open.start({ HOST: '0.0.0.0' })
    try {
      const localLinks = async (of: TestApp): Promise<unknown> => {
        const browser = await signedIn(of)
        await of.db.accounts.setOperator(browser.accountId, true)
        return (await browser.get('/web/operator/overview')).json<{ localLinks: string | null }>().localLinks
      }
      expect(await localLinks(open)).toBe('https://api.example')
      expect(await localLinks(app)).toBeNull()
    } finally {
      await open.close()
    }
  })

  test('shows accounts, keys, use, workers, queue, storage and the version', async () => {
    const browser = await operator()
    expect((await browser.visit()).account?.operator).toBe(true)
    vi.spyOn(app.engine, 'state').mockResolvedValue({
      ready: true,
      workers: { idle: 1, busy: 2, starting: 3 },
      waiting: 4,
      expectedWaitMs: 2500,
      workerMemoryBytes: [5],
    })
    const answer = (await browser.get('/web/operator/overview')).json()
    expect(answer).toEqual({
      localLinks: null,
      accounts: expect.any(Number),
      keys: expect.any(Number),
      images24h: expect.any(Number),
      credits24h: expect.any(Number),
      queue: { waiting: 4, size: 96 }, // 64 for four workers, of whom there are six
      workers: { idle: 1, busy: 2, starting: 3, memoryBytes: [5] },
      storage: { results: expect.any(Number), bytes: expect.any(Number) },
      oldestResultAt: null,
      shared: { engine: false, database: false },
      server: {
        host: hostname(),
        pid: process.pid,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        errorsSinceStart: expect.any(Number),
        uptimeMs: expect.any(Number),
        memoryBytes: expect.any(Number),
      },
      members: [],
    })
  })

  test('counts what happens', async () => {
    const browser = await operator()
    const before = await overviewFor(browser)
    const someone = await signedIn(app)
    const caller = await app.key(someone.accountId)
    await caller.remove({ size: 'full' })
    await caller.remove()
    app.engine.work = async () => {
      throw new AppError('internal', 'broken')
    }
    expect((await caller.remove()).statusCode).toBe(500)
    const after = await overviewFor(browser)
    expect({
      accounts: after.accounts - before.accounts,
      keys: after.keys - before.keys,
      images: after.images24h - before.images24h,
      credits: after.credits24h - before.credits24h,
      errors: after.server.errorsSinceStart - before.server.errorsSinceStart,
      results: after.storage.results - before.storage.results,
    }).toEqual({ accounts: 1, keys: 1, images: 2, credits: 1, errors: 1, results: 2 })
    expect(after.oldestResultAt).not.toBeNull()
    app.now += 26 * 3_600_000
    expect(await overviewFor(browser)).toMatchObject({ images24h: 0, credits24h: 0 })
  })
})

describe('the overview in a fleet', () => {
  const fleet = useApp(FLEET)

  test('tells what servers share, and who they are', async () => {
    const browser = await signedIn(fleet)
    await fleet.db.accounts.setOperator(browser.accountId, true)
    vi.spyOn(fleet.engine, 'state').mockResolvedValue(FLEET_STATE)
    const answer = (await browser.get('/web/operator/overview')).json()
    expect(answer).toMatchObject({
      shared: { engine: true, database: true },
      workers: FLEET_STATE.workers,
      server: { host: hostname() },
      members: FLEET_STATE.members,
    })
  })
})

describe('accounts', () => {
  test('are found by a part of their email, a page at a time', async () => {
    const browser = await operator()
    const word = crypto.randomUUID()
    for (let made = 0; made < 3; made++) {
      app.now += 1
      const email = `${made}-${word}@example.com`
      await app.db.accounts.create({ id: `acc_${made}${word}`, email, passwordHash: 'secret hash', credits: made })
    }
    const first = await browser.get(`/web/operator/accounts?search=${word.toUpperCase()}&limit=2`)
    const { accounts, next } = first.json<{ accounts: { email: string }[]; next: string }>()
    expect(accounts[0]).toEqual({
      id: `acc_2${word}`,
      email: `2-${word}@example.com`,
      operator: false,
      balance: 2,
      unlimited: false,
      rateLimit: null,
      suspendedAt: null,
      createdAt: app.now,
      lastUsedAt: null,
      keys: 0,
    })
    const second = await browser.get(`/web/operator/accounts?search=${word}&limit=2&before=${next}`)
    expect(second.json()).toMatchObject({ accounts: [{ email: `0-${word}@example.com` }], next: null })
    expect(first.body + second.body).not.toContain('secret')
  })

  test('are shown with their keys and latest entries, and nothing secret', async () => {
    const [browser, someone] = [await operator(), await signedIn(app)]
    const caller = await app.key(someone.accountId, 7)
    for (let amount = 1; amount <= 25; amount++) await app.db.ledger.grant(someone.accountId, amount)
    const answer = await browser.get(`/web/operator/accounts/${someone.accountId}`)
    const { entries, ...rest } = answer.json<{ entries: { amount: number }[] }>()
    expect(rest).toMatchObject({
      account: {
        id: someone.accountId,
        email: someone.email,
        operator: false,
        balance: 327,
        keys: 1,
        lastUsedAt: null,
      },
      keys: [{ id: caller.keyId, rateLimit: 7, ownLimit: true, playground: false }],
    })
    expect(entries.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index))
    for (const secret of [caller.key, 'argon2', 'hash', 'csrf']) expect(answer.body).not.toContain(secret)
    const unknown = await browser.get('/web/operator/accounts/acc_nobody')
    expect(errorOf(unknown)).toEqual({ status: 404, code: 'not_found' })
  })

  test('get credits, with an entry in their ledger', async () => {
    const [browser, someone] = [await operator(), await signedIn(app)]
    const url = `/web/operator/accounts/${someone.accountId}/credits`
    expect((await browser.post(url, { amount: 40 })).json()).toEqual({ balance: 42 })
    const ledger = (await someone.get('/web/ledger')).json()
    expect(ledger).toMatchObject({ entries: [{ kind: 'grant', amount: 40 }, { kind: 'opening' }] })
    for (const amount of [0, -5, 1.5, '5', 1_000_001, null, undefined]) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'amount' }
      expect(errorOf(await browser.post(url, { amount })), String(amount)).toEqual(expected)
    }
    const nobody = await browser.post('/web/operator/accounts/acc_nobody/credits', { amount: 1 })
    expect(errorOf(nobody)).toEqual({ status: 404, code: 'not_found' })
    expect(await app.db.accounts.findById(someone.accountId)).toMatchObject({ balance: 42 })
  })
})

describe('the limit of a key', () => {
  test('can be changed and taken back, and counts from the next request', async () => {
    const [browser, someone] = [await operator(), await signedIn(app)]
    const caller = await app.key(someone.accountId)
    const url = `/web/operator/keys/${caller.keyId}/rate-limit`
    const limit = async () => (await caller.remove()).headers['x-ratelimit-limit']
    expect(await limit()).toBe('30')
    expect((await browser.put(url, { rateLimit: 9 })).statusCode).toBe(204)
    expect(await limit()).toBe('9')
    expect((await browser.put(url, { rateLimit: null })).statusCode).toBe(204)
    expect(await limit()).toBe('30')
  })

  test('must be a whole number, of an active key', async () => {
    const [browser, someone] = [await operator(), await signedIn(app)]
    const caller = await app.key(someone.accountId)
    const url = `/web/operator/keys/${caller.keyId}/rate-limit`
    for (const rateLimit of [0, -1, 1.5, '9', 1_000_001, undefined]) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'rateLimit' }
      expect(errorOf(await browser.put(url, { rateLimit })), String(rateLimit)).toEqual(expected)
    }
    await app.db.keys.revoke(caller.keyId)
    expect(errorOf(await browser.put(url, { rateLimit: 9 }))).toEqual({ status: 404, code: 'not_found' })
  })
})
