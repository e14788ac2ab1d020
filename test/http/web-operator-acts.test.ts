/** What operators do to accounts, and the trail it leaves. */
import { describe, expect, test } from 'vitest'
import { nameOfDeleted } from '../../src/base/deleted-account.js'
import { useApp } from './app.js'
import { Browser, errorOf, signedIn } from './browser.js'

const app = useApp({ FREE_CREDITS: '2' })

async function operator() {
  const browser = await signedIn(app)
  await app.db.accounts.setOperator(browser.accountId, true)
  return browser
}
type Someone = Awaited<ReturnType<typeof operator>>

const of = ({ accountId }: { accountId: string }, what = ''): string => `/web/operator/accounts/${accountId}${what}`

/** The newest first, without what differs by itself. */
async function trailOf(boss: Someone, search: string): Promise<object[]> {
  const answer = await boss.get(`/web/operator/audit?search=${search}`)
  return answer.json<{ entries: object[] }>().entries
}

describe('credits', () => {
  test('are granted and taken back, with notes in ledger and trail; the owner sees those that are not internal', async () => {
    const [boss, someone] = [await operator(), await signedIn(app)]
    const granted = await boss.post(of(someone, '/credits'), { amount: 40, note: 'for the fair' })
    expect(granted.json()).toEqual({ balance: 42 })
    const taken = await boss.post(of(someone, '/correction'), { amount: 30, note: 'granted twice', internal: true })
    expect(taken.json()).toEqual({ balance: 12 })
    expect((await boss.get(of(someone))).json()).toMatchObject({
      entries: [
        { kind: 'take', amount: -30, note: 'granted twice', internal: true },
        { kind: 'grant', amount: 40, note: 'for the fair', internal: false },
        { kind: 'opening', note: null, internal: false },
      ],
    })
    const seen = (await someone.get('/web/ledger')).json<{ entries: { kind: string; note: string | null }[] }>().entries
    expect(seen.map(({ kind, note }) => [kind, note])).toEqual([
      ['take', null],
      ['grant', 'for the fair'],
      ['opening', null],
    ])
    const by = { actor: boss.email, subject: someone.email, at: app.now, id: expect.any(String) }
    expect(await trailOf(boss, someone.email)).toEqual([
      { ...by, action: 'credits.take', detail: '30', note: 'granted twice' },
      { ...by, action: 'credits.grant', detail: '40', note: 'for the fair' },
    ])
  })

  test('are not taken beyond the balance, nor without a reason; then nothing is booked', async () => {
    const [boss, someone] = [await operator(), await signedIn(app)]
    const url = of(someone, '/correction')
    const tooMuch = await boss.post(url, { amount: 3, note: 'x' })
    expect(errorOf(tooMuch)).toEqual({ status: 409, code: 'too_few_credits', parameter: 'amount' })
    expect(tooMuch.body).toContain('At most 2 credits can be taken')
    for (const note of [undefined, '', '  ', 5, 'x'.repeat(201), 'two\nlines']) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'note' }
      expect(errorOf(await boss.post(url, { amount: 1, note })), String(note)).toEqual(expected)
    }
    for (const amount of [0, -5, 1.5, '5', 1_000_001]) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'amount' }
      expect(errorOf(await boss.post(url, { amount, note: 'x' })), String(amount)).toEqual(expected)
    }
    expect(await app.db.accounts.findById(someone.accountId)).toMatchObject({ balance: 2 })
    expect(await trailOf(boss, someone.email)).toEqual([])
  })
})

describe('an account', () => {
  test('is made with credits and a password that lets its owner in', async () => {
    const boss = await operator()
    const email = `${crypto.randomUUID()}@example.com`
    const answer = await boss.post('/web/operator/accounts', { email: ` ${email.toUpperCase()} `, credits: 500 })
    expect(answer.statusCode).toBe(201)
    const { account, password } = answer.json<{ account: { email: string; balance: number }; password: string }>()
    expect(account).toMatchObject({ email, balance: 500, operator: false, suspendedAt: null })
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect((await new Browser(app).signIn(email, password)).statusCode).toBe(200)
    expect(await trailOf(boss, email)).toMatchObject([{ action: 'account.create', detail: '500', actor: boss.email }])
    expect(JSON.stringify(await trailOf(boss, ''))).not.toContain(password)
    const again = await boss.post('/web/operator/accounts', { email, credits: 1 })
    expect(errorOf(again)).toEqual({ status: 409, code: 'email_taken', parameter: 'email' })
  })

  test.each<[object, string]>([
    [{ email: 'nobody', credits: 1 }, 'email'],
    [{ email: 'a@example.com', credits: -1 }, 'credits'],
    [{ email: 'a@example.com', credits: 1.5 }, 'credits'],
    [{ email: 'a@example.com' }, 'credits'],
  ])('is not made from %j', async (body, parameter) => {
    const boss = await operator()
    const expected = { status: 400, code: 'invalid_request', parameter }
    expect(errorOf(await boss.post('/web/operator/accounts', body))).toEqual(expected)
  })

  test('is suspended and let in again', async () => {
    const [boss, someone] = [await operator(), await signedIn(app)]
    const caller = await app.key(someone.accountId)
    expect((await boss.post(of(someone, '/suspend'), { note: 'unpaid' })).statusCode).toBe(204)
    expect((await caller.remove()).statusCode).toBe(403)
    expect((await boss.get(of(someone))).json()).toMatchObject({ account: { suspendedAt: app.now } })
    expect((await boss.post(of(someone, '/resume'), {})).statusCode).toBe(204)
    expect((await caller.remove()).statusCode).toBe(201)
    expect(await trailOf(boss, someone.email)).toMatchObject([
      { action: 'account.resume', note: null },
      { action: 'account.suspend', note: 'unpaid' },
    ])
  })

  test('is deleted once its address is typed; the trail stays', async () => {
    const [boss, someone] = [await operator(), await signedIn(app)]
    const wrong = await boss.post(of(someone, '/delete'), { email: 'other@example.com' })
    expect(errorOf(wrong)).toEqual({ status: 400, code: 'invalid_request', parameter: 'email' })
    expect(await app.db.accounts.findById(someone.accountId)).toBeDefined()
    expect((await boss.post(of(someone, '/delete'), { email: someone.email })).statusCode).toBe(204)
    expect(await app.db.accounts.findById(someone.accountId)).toBeUndefined()
    expect(await trailOf(boss, someone.email)).toEqual([])
    const subject = nameOfDeleted(someone.accountId)
    expect(await trailOf(boss, someone.accountId)).toMatchObject([
      { action: 'account.delete', subject, actor: boss.email },
    ])
  })

  test('of one’s own is neither suspended nor deleted', async () => {
    const boss = await operator()
    const body = { email: boss.email }
    for (const what of ['/suspend', '/delete'])
      expect(errorOf(await boss.post(of(boss, what), body))).toEqual({ status: 409, code: 'own_account' })
    expect((await boss.get('/web/operator/overview')).statusCode).toBe(200)
  })

  test.each(['/suspend', '/resume', '/delete', '/credits', '/correction'])(
    '%s needs one that is there',
    async (what) => {
      const boss = await operator()
      const body = { amount: 1, note: 'x', email: 'a@example.com' }
      const answer = await boss.post(of({ accountId: 'acc_nobody' }, what), body)
      expect(errorOf(answer)).toEqual({ status: 404, code: 'not_found' })
    },
  )
})

test('an account is made unlimited and gets a rate of its own, from the next request on; all of it is in the trail', async () => {
  const [boss, someone] = [await operator(), await signedIn(app)]
  const caller = await app.key(someone.accountId)
  const account = async () => (await boss.get(of(someone))).json<{ account: object }>().account
  expect((await boss.put(of(someone, '/unlimited'), { unlimited: true })).statusCode).toBe(204)
  expect((await boss.put(of(someone, '/rate-limit'), { rateLimit: 9 })).statusCode).toBe(204)
  expect(await account()).toMatchObject({ unlimited: true, rateLimit: 9, balance: 2 })
  expect((await caller.remove({ size: 'full' })).headers['x-ratelimit-limit']).toBe('9')
  expect((await someone.get('/web/keys')).json()).toMatchObject({ keys: [{ rateLimit: 9, ownLimit: false }] })
  await boss.put(of(someone, '/unlimited'), { unlimited: false })
  await boss.put(of(someone, '/rate-limit'), { rateLimit: null })
  expect(await account()).toMatchObject({ unlimited: false, rateLimit: null, balance: 2 })
  expect(await trailOf(boss, someone.email)).toMatchObject([
    { action: 'account.limit', detail: 'default' },
    { action: 'account.no-unlimited' },
    { action: 'account.limit', detail: '9' },
    { action: 'account.unlimited' },
  ])
  const email = `${crypto.randomUUID()}@example.com`
  const made = await boss.post('/web/operator/accounts', { email, credits: 0, unlimited: true })
  expect(made.json()).toMatchObject({ account: { email, unlimited: true } })
  for (const [what, parameter] of [
    ['/unlimited', 'unlimited'],
    ['/rate-limit', 'rateLimit'],
  ] as const)
    expect(errorOf(await boss.put(of(someone, what), { [parameter]: 'yes' }))).toMatchObject({ status: 400, parameter })
})

test('the limit of a key is in the trail', async () => {
  const [boss, someone] = [await operator(), await signedIn(app)]
  const { keyId } = await app.key(someone.accountId)
  await boss.put(`/web/operator/keys/${keyId}/rate-limit`, { rateLimit: 9 })
  await boss.put(`/web/operator/keys/${keyId}/rate-limit`, { rateLimit: null })
  expect(await trailOf(boss, someone.email)).toMatchObject([{ detail: 'test: default' }, { detail: 'test: 9' }])
})

test('requests from another page change nothing', async () => {
  const [boss, someone] = [await operator(), await signedIn(app)]
  boss.headers.origin = 'https://elsewhere.example'
  boss.headers['sec-fetch-site'] = 'cross-site'
  for (const what of ['/credits', '/correction', '/suspend', '/delete']) {
    const answer = await boss.post(of(someone, what), { amount: 1, note: 'x', email: someone.email })
    expect(errorOf(answer)).toEqual({ status: 403, code: 'csrf' })
  }
  expect(await app.db.accounts.findById(someone.accountId)).toMatchObject({ balance: 2, suspendedAt: null })
})
