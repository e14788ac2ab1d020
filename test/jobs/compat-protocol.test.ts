/** The compatible API by examples, 97 to 110; repeated requests, charging and the order of checks. */
import type { ServerResponse } from 'node:http'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { type Caller, eventually, json, multipart, PHOTO, TestApp, urlencoded } from '../http/app.js'
import { photoFile } from '../http/compat-photos.js'
import {
  ALIAS,
  bodyOf,
  CUTOUT,
  expectCommonHeaders,
  expectPicture,
  expectRefused,
  foregroundOf,
  invalid,
  problemsOf,
  type Send,
  useCompatApp,
} from '../http/compat-vectors.js'
import { Connection } from '../http/connection.js'
import { gate, PNG } from '../http/fake-engine.js'
import { entriesOf } from '../support/ledger-entries.js'

const app = useCompatApp()
const ROUTES = [CUTOUT, ALIAS]

const post = async (caller: Caller, send: Send = {}, headers: Record<string, string> = {}, url = CUTOUT) =>
  caller.post(await bodyOf('A', send), headers, url)

const rateHeaders = ({ headers }: LightMyRequestResponse): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))

const expectNoRate = (answer: LightMyRequestResponse): void => expect(rateHeaders(answer)).toEqual([])

/** Bytes of another kind are enough where pixels do not matter. */
const withoutPixels = (): void => {
  app.engine.execute = undefined
}

describe('97: the key', () => {
  test.each([
    ['none', {}, 'Missing API Key'],
    ['a wrong one', { 'x-api-key': 'wrong' }, 'API Key invalid'],
    ['one in Authorization', { authorization: 'Bearer wrong' }, 'Missing API Key'],
  ])('%s', async (_, headers, title) => {
    const broken = { payload: '{bad', headers: { 'content-type': 'application/json' } }
    const bodies = [
      multipart({ image_file: PHOTO }),
      broken,
      { payload: 'x', headers: { 'content-type': 'text/plain' } },
    ]
    for (const url of ROUTES) {
      for (const body of bodies) {
        const request = {
          method: 'POST',
          url,
          payload: body.payload,
          headers: { ...body.headers, ...headers },
        } as const
        const answer = await app.inject(request)
        expectRefused(answer, { status: 403, code: 'auth_failed', title })
        expectCommonHeaders(answer)
        expectNoRate(answer)
      }
    }
    const account = await app.inject({ method: 'GET', url: '/v1.0/account', headers })
    expectRefused(account, { status: 403, code: 'auth_failed', title })
  })

  test('its header may be written in any case, and a field of that name is not looked at', async () => {
    withoutPixels()
    const caller = await app.caller()
    const connection = await Connection.open(await app.listen())
    const body = multipart({ image_file: PHOTO, api_key: 'wrong' })
    const more = { 'x-API-key': caller.key, ...body.headers, 'Content-Length': body.payload.length }
    await connection.head(more, CUTOUT)
    await connection.send(body.payload)
    expect(await connection.status()).toBe(200)
  })
})

describe('the rate', () => {
  test('98: 40 images in one window, then 429', async () => {
    withoutPixels()
    const caller = await app.caller()
    const resets = new Set<unknown>()
    for (let i = 0; i < 40; i++) {
      const { statusCode, headers } = await post(caller, {}, {}, ROUTES[i % 2])
      expect([statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        200,
        '40',
        `${39 - i}`,
      ])
      resets.add(headers['x-ratelimit-reset'])
    }
    app.now += 37_000
    const refused = await post(caller)
    resets.add(refused.headers['x-ratelimit-reset'])
    expectRefused(refused, { status: 429, code: 'rate_limit_exceeded', title: 'Rate limit exceeded' })
    expect(refused.headers['retry-after']).toBe('23')
    expect(refused.headers['x-ratelimit-remaining']).toBe('0')
    expect(resets.size).toBe(1)
    expectCommonHeaders(refused)
  })

  test('99: a bad parameter is reported even when the limit is used up', async () => {
    withoutPixels()
    const caller = await app.caller({ rateLimit: 1 })
    await post(caller)
    const answer = await post(caller, { size: 'gigantic' })
    expectRefused(answer, invalid('size'))
    expectNoRate(answer)
  })

  test('is shared with /v1, and not touched by the account', async () => {
    withoutPixels()
    const caller = await app.caller({ rateLimit: 2 })
    await caller.remove()
    expectNoRate(await app.get('/v1.0/account', { 'x-api-key': caller.key }))
    expect((await post(caller)).headers['x-ratelimit-remaining']).toBe('0')
    expect((await post(caller)).statusCode).toBe(429)
    expect((await caller.remove()).statusCode).toBe(429)
    expect((await app.get('/v1.0/account', { 'x-api-key': caller.key })).statusCode).toBe(200)
  })

  test('uses a unit, and says so, once the parameters are valid, whatever comes later; overload gives it back', async () => {
    const caller = await app.caller({ credits: 0, rateLimit: 9 })
    const remaining = async (send: Send, status: number) => {
      const answer = await post(caller, send)
      expect(answer.statusCode).toBe(status)
      expect(rateHeaders(answer)).toHaveLength(3)
      return answer.headers['x-ratelimit-remaining']
    }
    expect(await remaining({ size: 'full' }, 402)).toBe('8')
    expect(await remaining({ roi: '0 0 1001 800' }, 400)).toBe('7')
    expect(await remaining({ roi: '500 0 1000 200' }, 400)).toBe('6')
    expect(await remaining(() => multipart({ image_file: Buffer.from('text') }), 400)).toBe('5')
    expect(await remaining(() => urlencoded({ image_url: 'http://127.0.0.1/' }), 400)).toBe('4')
    app.engine.full = true
    expect(await remaining({}, 503)).toBe('4')
  })
})

describe('bytes or JSON', () => {
  const envelope = (answer: LightMyRequestResponse) =>
    answer.json<{ data: Record<string, number> & { result_b64: string } }>()

  test('100: Accept: application/json', async () => {
    const caller = await app.caller({ credits: 2 })
    const answer = await post(caller, { size: 'full' }, { accept: 'application/json' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expectCommonHeaders(answer)
    const { data, ...more } = envelope(answer)
    expect(more).toEqual({})
    const { left, top, width, height } = foregroundOf(answer)
    expect(data).toEqual({
      result_b64: expect.any(String),
      foreground_top: top,
      foreground_left: left,
      foreground_width: width,
      foreground_height: height,
    })
    expect([left, top, width, height]).toEqual([100, 300, 200, 400])
    expect(answer.headers).toMatchObject({
      'x-credits-charged': '1',
      'x-width': '1000',
      'x-height': '800',
      'x-type': 'person',
    })
    expect(rateHeaders(answer)).toHaveLength(3)
    const bytes = await post(caller, { size: 'full' })
    expect(Buffer.from(data.result_b64, 'base64').equals(bytes.rawPayload)).toBe(true)
  })

  test.each([
    'application/json, text/plain, */*',
    'image/*, application/json',
    'application/json, image/png;q=0.5',
    'text/html',
    '',
    undefined,
  ])('101: Accept: %s gives bytes', async (accept) => {
    const answer = await post(await app.caller(), {}, accept === undefined ? {} : { accept })
    await expectPicture(answer, 'A', { type: 'image/png' })
  })

  test.each(['Application/JSON', 'application/json;q=0.9, text/plain', 'application/json, */*;q=0, image/png; q=0.0'])(
    'Accept: %s gives JSON',
    async (accept) => {
      withoutPixels()
      const answer = await post(await app.caller(), {}, { accept })
      expect(Buffer.from(envelope(answer).data.result_b64, 'base64').equals(PNG)).toBe(true)
    },
  )

  test('102: a ZIP as JSON', async () => {
    const answer = await post(await app.caller(), { format: 'zip' }, { accept: 'application/json' })
    expect(envelope(answer).data.result_b64).toMatch(/^UEsD/)
  })

  test('103: errors are JSON whatever Accept says', async () => {
    for (const accept of ['image/png', 'text/html', '*/*']) {
      expectRefused(await post(await app.caller(), { size: 'gigantic' }, { accept }), invalid('size'))
    }
  })
})

describe('bodies', () => {
  test('104: JSON with a boolean and null', async () => {
    const image_file_b64 = (await photoFile('A')).toString('base64')
    const body = json({ image_file_b64, crop: true, roi: null })
    for (const url of ROUTES) {
      const answer = await post(await app.caller(), () => body, {}, url)
      await expectPicture(answer, 'A', { size: '200x400', box: '0,0,200,400' })
    }
  })

  test.each([
    ['[1]', 'application/json', /Invalid/],
    ['{bad', 'application/json', /Invalid/],
    ['{"size":["full"],"image_url":"http://a.example/"}', 'application/json', /^Invalid parameter: size$/],
    ['image_url=http://a.example/', 'text/plain', /Invalid/],
  ])('105: %s as %s', async (payload, type, title) => {
    const answer = await post(await app.caller(), () => ({ payload, headers: { 'content-type': type } }))
    expectRefused(answer, { code: 'invalid_parameter', title })
    expectNoRate(answer)
  })

  test('105: an array beside no image names both', async () => {
    const answer = await post(await app.caller(), () => json({ size: ['full'] }))
    expect(problemsOf(answer).map(({ title }) => title)).toEqual(['No image given', 'Invalid parameter: size'])
  })

  test('105: malformed multipart', async () => {
    const body = { payload: '--x\r\nnothing', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    expectRefused(await post(await app.caller(), () => body), { code: 'invalid_parameter' })
  })

  test('106: all mistakes at once', async () => {
    const answer = await post(await app.caller(), { scale: '1%', crop_margin: '99%' })
    expect(answer.statusCode).toBe(400)
    expect(problemsOf(answer)).toEqual([
      {
        title: 'Invalid parameter: crop_margin',
        code: 'invalid_parameter',
        detail: "Use 1, 2 or 4 values of at most 50% or 500px; got '99%'.",
      },
      { title: 'Invalid parameter: scale', code: 'invalid_parameter', detail: expect.stringContaining("'1%'") },
    ])
  })

  test('106: one for each parameter, image sources first, in the order of section 2', async () => {
    const names = [
      'size',
      'type',
      'type_level',
      'format',
      'roi',
      'crop',
      'crop_margin',
      'scale',
      'position',
      'channels',
    ]
    const wrong = Object.fromEntries(['bg_color', ...names.toReversed()].map((name) => [name, 'wrong']))
    const answer = await post(await app.caller(), () => urlencoded({ ...wrong, image_url: 'ftp://x/y' }))
    expect(problemsOf(answer).map(({ title }) => title)).toEqual(
      ['image_url', ...names, 'bg_color'].map((name) => `Invalid parameter: ${name}`),
    )
  })

  test('what the command line tool sends: many empty parts', async () => {
    const empty = ['type_level', 'roi', 'crop', 'crop_margin', 'scale', 'position', 'add_shadow', 'bg_color']
    const answer = await post(await app.caller(), Object.fromEntries(empty.map((name) => [name, ''])))
    await expectPicture(answer, 'A', { type: 'image/png', size: '640x512', charged: 0 })
  })

  test('the body as a whole has a limit', async () => {
    const payload = JSON.stringify({ image_file_b64: 'A'.repeat(50 * 1024 * 1024) })
    const answer = await post(await app.caller(), () => ({ payload, headers: { 'content-type': 'application/json' } }))
    expectRefused(answer, { code: 'file_too_large' })
  })

  test('base64 has the limit of a file', async () => {
    const image_file_b64 = Buffer.alloc(20_971_521).toString('base64')
    const answer = await post(await app.caller(), () => json({ image_file_b64 }))
    expectRefused(answer, { code: 'file_too_large', title: 'File too large: image_file_b64' })
  })
})

describe('routes', () => {
  test.each([...ROUTES, '/v1.0/account'])('107: OPTIONS %s', async (url) => {
    const answer = await app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://shop.example' } })
    expect(answer.statusCode).toBe(204)
    expectCommonHeaders(answer)
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'X-Api-Key, Content-Type, Accept, Idempotency-Key',
      'access-control-max-age': '86400',
    })
  })

  test('107: all headers of section 5 may be read by pages', async () => {
    withoutPixels()
    const answer = await post(await app.caller())
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ')
    const own = Object.keys(answer.headers).filter((name) => name.startsWith('x-'))
    expect(exposed).toEqual(
      expect.arrayContaining([...own, 'retry-after', 'x-warnings', 'idempotent-replayed', 'x-type']),
    )
  })

  test('108: a wrong method, an unknown path', async () => {
    for (const url of ROUTES) {
      const answer = await app.get(url)
      expectRefused(answer, { status: 405, code: 'method_not_allowed' })
      expect(answer.headers.allow).toBe('POST, OPTIONS')
      expectCommonHeaders(answer)
    }
    for (const url of ['/v1.0/nope', '/v1.0/', '/v1.0/cutout/more']) {
      const answer = await app.get(url)
      expectRefused(answer, { status: 404, code: 'not_found' })
      expectCommonHeaders(answer)
    }
  })

  test('110: the account after one paid call', async () => {
    withoutPixels()
    const caller = await app.caller({ credits: 5 })
    await post(caller, { size: 'full' })
    const account = await app.get('/v1.0/account', { 'x-api-key': caller.key })
    expect(account.statusCode).toBe(200)
    expect(account.headers['content-type']).toBe('application/json; charset=utf-8')
    expectCommonHeaders(account)
    expectNoRate(account)
    expect(account.json()).toEqual({
      data: {
        attributes: {
          credits: { total: 4, subscription: 0, payg: 4, enterprise: 0 },
          api: { free_calls: 0, sizes: 'all' },
        },
      },
    })
  })
})

describe('a repeated request', () => {
  const once = { 'idempotency-key': 'once' }

  test('gets the same bytes and headers again, except that nothing is charged this time', async () => {
    const caller = await app.caller({ credits: 5 })
    const first = await post(caller, { size: 'full' }, once)
    await expectPicture(first, 'A', { size: '1000x800', charged: 1 })
    const again = await post(caller, { size: 'full' }, once)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    const told = ({ headers }: LightMyRequestResponse) =>
      Object.entries(headers).filter(([name]) => /^(x-(credits|width|height|type|foreground)|content-type)/.test(name))
    expect(told(first)).toHaveLength(9)
    expect(first.headers['x-credits-charged']).toBe('1')
    expect(told(again)).toEqual(told(first).map(([name, value]) => [name, name === 'x-credits-charged' ? '0' : value]))
    expectNoRate(again)
    expect(await caller.charges()).toEqual([-1])
    expect(app.engine.seen).toHaveLength(1)
  })

  test('may ask for JSON the second time', async () => {
    const caller = await app.caller({ credits: 5 })
    const first = await post(caller, { format: 'zip' }, once)
    const again = await post(caller, { format: 'zip' }, { ...once, accept: 'application/json' })
    const { result_b64 } = again.json<{ data: { result_b64: string } }>().data
    expect(Buffer.from(result_b64, 'base64').equals(first.rawPayload)).toBe(true)
  })

  test('with other content is refused', async () => {
    withoutPixels()
    const caller = await app.caller()
    await post(caller, {}, once)
    expectRefused(await post(caller, { format: 'png' }, once), invalid('Idempotency-Key'))
  })
})

describe('credits', () => {
  test('two parallel calls with size=auto on the last credit give one full result and one preview', async () => {
    const caller = await app.caller({ credits: 1 })
    const answers = await Promise.all([post(caller, { size: 'auto' }), post(caller, { size: 'auto' })])
    const told = answers.map(({ headers }) => `${headers['x-credits-charged']}: ${headers['x-width']}`)
    expect(told.sort()).toEqual(['0: 640', '1: 1000'])
    for (const answer of answers) await expectPicture(answer, 'A', { type: 'image/png' })
    expect(await caller.charges()).toEqual([-1])
  })

  test('are written down with operation and key', async () => {
    withoutPixels()
    const caller = await app.caller({ credits: 1 })
    await post(caller, { size: 'hd' })
    const entries = await entriesOf(app.db, caller.accountId)
    expect(entries.at(-1)).toMatchObject({ amount: -1, reason: 'charge', operation: 'cutout', keyId: caller.keyId })
  })

  test.each([{}, { 'Idempotency-Key': 'once' }])(
    'are kept when the client left before the answer was ready: %j',
    async (more) => {
      withoutPixels()
      const caller = await app.caller({ credits: 1 })
      const { work, reached, open } = gate()
      const finished = vi.fn()
      app.engine.work = async (signal) => {
        await work(new AbortController().signal) // a worker does not hear of clients
        await eventually(() => expect(signal.aborted).toBe(true))
        finished()
      }
      const body = multipart({ image_file: PHOTO, size: 'full' })
      const connection = await Connection.open(await app.listen())
      await connection.post(caller.key, { ...body, headers: { ...body.headers, ...more } }, CUTOUT)
      await reached
      connection.leave()
      open()
      await eventually(() => expect(finished).toHaveBeenCalled())
      await app.expectNothingLeftOver()
      expect(await caller.balance()).toBe(1)
      expect(await caller.charges()).toEqual([])
    },
  )

  test('are kept on our own failure, of which the caller learns nothing', async () => {
    const caller = await app.caller({ credits: 1 })
    app.engine.work = async () => {
      throw new Error('a secret of ours')
    }
    const answer = await post(caller, { size: 'full' })
    expectRefused(answer, { status: 500, code: 'internal_error', title: 'Internal error' })
    expect(answer.body).not.toContain('secret')
    expect(await caller.balance()).toBe(1)
  })

  test('are kept when the hold ran out meanwhile', async () => {
    withoutPixels()
    const caller = await app.caller({ credits: 1 })
    app.engine.work = async () => {
      app.now += LEASE_MS
      expect(await app.db.ledger.releaseExpired(app.now, 1000)).toBe(1)
    }
    const answer = await post(caller, { size: 'full' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(await caller.balance()).toBe(1)
  })
})

describe('the order of checks', () => {
  const statusAndCode = (answer: LightMyRequestResponse): string =>
    `${answer.statusCode} ${problemsOf(answer)[0]!.code}`

  /** Everything is wrong at first; each step mends the first thing that is. */
  test('of section 7', async () => {
    const small = new TestApp()
    await small.start({ MAX_UPLOAD_BYTES: '40000' })
    const { key } = await small.caller({ credits: 0, rateLimit: 1 })
    const rich = await small.caller({ credits: 1 })
    const tooLarge = Buffer.alloc(40_001)
    const ask = async (fields: Record<string, string | Buffer>, apiKey?: string, url = CUTOUT) => {
      const { payload, headers } = multipart(fields)
      const more = apiKey ? { 'x-api-key': apiKey } : {}
      return small.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } })
    }
    const bad = { image_file: tooLarge, size: 'gigantic', bg_color: 'wrong' }
    expect(statusAndCode(await ask(bad, undefined, '/v1.0/nope'))).toBe('404 not_found')
    expect(statusAndCode(await ask(bad))).toBe('403 auth_failed')
    expect(statusAndCode(await ask(bad, key))).toBe('400 file_too_large')
    expect((await ask({ image_file: PHOTO }, key)).statusCode).toBe(200) // uses up the limit
    expect(statusAndCode(await ask({ image_file: PHOTO, size: 'gigantic' }, key))).toBe('400 invalid_parameter')
    small.engine.full = true
    const url = `http://${small.originHost}/dead`
    expect(statusAndCode(await ask({ image_url: url, size: 'full' }, key))).toBe('429 rate_limit_exceeded')
    small.now += 60_000
    const busy = await ask({ image_url: url, size: 'full' }, key)
    expect(statusAndCode(busy)).toBe('503 service_busy')
    expect(busy.headers['retry-after']).toBe('7')
    small.engine.full = false
    const fetched = vi.fn()
    small.origin = (_, response) => {
      fetched()
      response.writeHead(404).end()
    }
    expect(statusAndCode(await ask({ image_url: url, size: 'full' }, key))).toBe('402 insufficient_credits')
    expect(fetched).not.toHaveBeenCalled()
    expect(statusAndCode(await ask({ image_url: url, size: 'full' }, rich.key))).toBe('400 failed_image_download')
    expect(small.engine.seen).toHaveLength(1)
    expect(await rich.balance()).toBe(1)
    await small.expectNothingLeftOver()
    await small.close()
  })

  test('decode, then the region, then the background, then the subject', async () => {
    const caller = await app.caller()
    const nowhere = '500 0 1000 200'
    const text = Buffer.from('some text')
    const everything = { image_file: text, bg_image_file: text, roi: '0 0 1001 800' }
    expectRefused(await post(caller, everything), { code: 'invalid_image', title: 'Invalid image: image_file' })
    const { image_file: _, ...noPhoto } = everything
    expectRefused(await post(caller, noPhoto), invalid('roi'))
    expectRefused(await post(caller, { ...noPhoto, roi: nowhere }), {
      code: 'invalid_image',
      title: 'Invalid image: bg_image_file',
    })
    expectRefused(await post(caller, { roi: nowhere }), { code: 'unknown_foreground' })
  })

  test('the download of the background comes after that of the photo', async () => {
    const caller = await app.caller()
    app.origin = (_, response) => response.writeHead(404).end()
    const at = (path: string): string => `http://${app.originHost}${path}`
    const answer = await post(caller, () => urlencoded({ image_url: at('/photo'), bg_image_url: at('/behind') }))
    expectRefused(answer, { code: 'failed_image_download', title: 'Failed to download image_url: status 404' })
  })

  test.each([
    ['dead', (response: ServerResponse) => void response.writeHead(404).end()],
    ['slow', () => {}],
  ])('a %s host of the background does not hide what is wrong with photo or region', async (_, answerBackground) => {
    const caller = await app.caller()
    app.origin = (_request, response) => answerBackground(response)
    const background = { bg_image_url: `http://${app.originHost}/behind` }
    const failed = { code: 'failed_image_download', title: /^Failed to download bg_image_url/ }
    const [noPicture, truncated] = [Buffer.from('no picture'), (await photoFile('A')).subarray(0, -9)]
    const [beyond, nowhere] = ['0 0 1001 800', '500 0 1000 200']
    // One after the other would wait for the slow host each time.
    const answers = await Promise.all([
      post(caller, { image_file: noPicture, ...background }),
      post(caller, { image_file: truncated, roi: beyond, ...background }),
      post(caller, { roi: beyond, ...background }),
      post(caller, { roi: nowhere, ...background }),
      post(caller, background),
    ])
    const damaged = { code: 'invalid_image', title: 'Invalid image: image_file' }
    for (const [i, expected] of [damaged, damaged, invalid('roi'), failed, failed].entries()) {
      expectRefused(answers[i]!, expected)
    }
  })

  test('with a background from elsewhere there is still one job', async () => {
    const caller = await app.caller()
    const behind = await photoFile('A')
    app.origin = (_, response) => response.end(behind)
    const answer = await post(caller, { bg_image_url: `http://${app.originHost}/behind` })
    expect(answer.statusCode).toBe(200)
    expect(app.engine.seen.map(({ job }) => job.kind)).toEqual(['cutout'])
  })
})
