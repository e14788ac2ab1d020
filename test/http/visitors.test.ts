/** One photo without an account: who gets what, how often, and that nothing else comes with it. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import type { CutoutJob } from '../../src/imaging/job.js'
import { BASE_URL, type Body, multipart, PHOTO, TestApp, useApp } from './app.js'
import { Browser, errorOf } from './browser.js'
import { PNG } from './fake-engine.js'

const HERE = 'http://127.0.0.1:8080'
const ELSEWHERE = '192.0.2.77'
const REFUSED = { status: 403, code: 'visitors_off' }

interface Place {
  readonly app: TestApp
  /** The client's. */
  readonly from?: string
  /** Where the page was opened. */
  readonly at?: string
  readonly headers?: Record<string, string>
}

async function visitor({ app, from = '127.0.0.1', at = HERE, headers = {} }: Place) {
  const browser = new Browser(app)
  browser.address = from
  Object.assign(browser.headers, { host: new URL(at).host, origin: at, ...headers })
  const { visitors } = (await browser.visit()) as unknown as { visitors: string }
  const send = (body: Body = multipart({ image_file: PHOTO }), more: Record<string, string> = {}) => {
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    return app.inject({
      method: 'POST',
      url: '/web/cutout',
      remoteAddress: from,
      headers: { ...browser.headers, cookie, 'x-csrf-token': browser.csrf!, ...body.headers, ...more },
      payload: body.payload,
    })
  }
  return { browser, visitors, send }
}

function local(): TestApp {
  const app = new TestApp()
  app.baseUrl = HERE
  return app
}

const jobOf = (app: TestApp) => app.engine.seen[0]?.job as CutoutJob | undefined

function expectRefused(answer: LightMyRequestResponse, app: TestApp): void {
  expect(errorOf(answer)).toEqual(REFUSED)
  expect(app.engine.seen).toEqual([])
}

describe('by default', () => {
  const app = useApp({}, local())
  afterEach(() => {
    app.baseUrl = HERE
    app.now += 60_000 // every test begins with the whole rate
  })

  test('a visitor on this machine gets the whole picture, clean, and nothing is kept or charged', async () => {
    const { visitors, send } = await visitor({ app })
    expect(visitors).toBe('full')
    const answer = await send()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.rawPayload).toEqual(PNG)
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
    expect(jobOf(app)).toMatchObject({ cap: { longestSide: 4096 }, watermark: false })
    expect(await readdir(path.join(app.dataDir, 'results')).catch(() => [])).toEqual([])
    expect(await app.db.accounts.count()).toBe(0)
  })

  test.each<[string, Partial<Place>]>([
    ['another address', { from: ELSEWHERE }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a page whose name points here', { at: 'http://rebound.example:8080' }],
  ])('from elsewhere nothing is made: %s', async (_, place) => {
    const { visitors, send } = await visitor({ app, ...place })
    expect(visitors).toBe('none')
    expectRefused(await send(), app)
  })

  test('a server with a public address takes nobody for local: its proxy may add no header', async () => {
    app.baseUrl = BASE_URL
    const { visitors, send } = await visitor({ app })
    expect(visitors).toBe('none')
    expectRefused(await send(), app)
  })

  test('other pages cannot send photos, and none goes without the token', async () => {
    const { send } = await visitor({ app })
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-csrf-token': 'x' },
    ]) {
      expect(errorOf(await send(undefined, headers as Record<string, string>))).toEqual({ status: 403, code: 'csrf' })
    }
    expect(app.engine.seen).toEqual([])
  })

  test('ten photos a minute from one address; a busy server counts none', async () => {
    const { send } = await visitor({ app })
    app.engine.full = true
    expect((await send()).statusCode).toBe(503)
    app.engine.full = false
    for (let sent = 0; sent < 10; sent += 1) expect((await send()).statusCode).toBe(200)
    const answer = await send()
    expect(errorOf(answer)).toEqual({ status: 429, code: 'too_many_attempts' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    app.now += 60_000
    expect((await send()).statusCode).toBe(200)
  })

  test('what is wrong with a photo is said as everywhere', async () => {
    const { send } = await visitor({ app })
    expect(errorOf(await send(multipart({})))).toEqual({ status: 400, code: 'invalid_request' })
    app.engine.work = async () => {
      throw new AppError('invalid_image', 'The file is not a picture')
    }
    expect(errorOf(await send())).toMatchObject({ status: 422, code: 'invalid_image' })
  })

  test('no account opens by it', async () => {
    const { browser, send } = await visitor({ app })
    await send()
    for (const url of ['/web/results', '/web/keys', '/web/usage', '/web/ledger']) {
      expect((await browser.get(url)).statusCode, url).toBe(401)
    }
    expect((await browser.post('/web/playground-key')).statusCode).toBe(401)
  })
})

describe('with VISITORS=on', () => {
  const app = useApp({ VISITORS: 'on', TRUSTED_PROXIES: '1' }, local())

  test('visitors from elsewhere get a small preview with a watermark', async () => {
    const { visitors, send } = await visitor({ app, from: ELSEWHERE })
    expect(visitors).toBe('preview')
    expect((await send()).statusCode).toBe(200)
    expect(jobOf(app)).toMatchObject({ cap: { longestSide: 640 }, watermark: true })
  })

  test('behind a proxy, each client has its own rate', async () => {
    const from = async (client: string) => visitor({ app, headers: { 'x-forwarded-for': client } })
    const [one, other] = [await from('198.51.100.1'), await from('198.51.100.2')]
    expect(one.visitors).toBe('preview')
    for (let sent = 0; sent < 10; sent += 1) await one.send()
    expect([(await one.send()).statusCode, (await other.send()).statusCode]).toEqual([429, 200])
  })
})

describe('with VISITORS=off', () => {
  const app = useApp({ VISITORS: 'off' }, local())

  test('nobody gets anything, not even here', async () => {
    const { visitors, send } = await visitor({ app })
    expect(visitors).toBe('none')
    expectRefused(await send(), app)
  })
})
