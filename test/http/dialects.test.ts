/** What holds for the APIs of all other vendors: off by default, the key first, every error in the vendor's envelope, nobody charged for one. */
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { DIALECTS, type Dialect } from '../../src/config/settings.js'
import { type Caller, errorOf, eventually, multipart, PHOTO, useApp } from './app.js'
import { Connection } from './connection.js'
import { PNG } from './fake-engine.js'

const LIMIT = 5000
const off = useApp()
const app = useApp({ DIALECTS: DIALECTS.join(), MAX_UPLOAD_BYTES: String(LIMIT) })

interface Vendor {
  readonly path: string
  readonly photo: string
  readonly headers: (key: string) => Record<string, string>
  readonly envelope: (status: number) => object
}

const byHeader = (key: string) => ({ 'x-api-key': key })
const text = expect.any(String) as string

const VENDORS: Record<Dialect, Vendor> = {
  clipdrop: {
    path: '/remove-background/v1',
    photo: 'image_file',
    headers: byHeader,
    envelope: () => ({ error: text }),
  },
  photoroom: {
    path: '/v1/segment',
    photo: 'image_file',
    headers: byHeader,
    envelope: (status) => ({ detail: text, status_code: status, type: text }),
  },
  pixian: {
    path: '/api/v2/remove-background',
    photo: 'image',
    headers: (key) => ({ authorization: `Basic ${Buffer.from(`anybody:${key}`).toString('base64')}` }),
    envelope: (status) => ({ error: { status, code: expect.any(Number), message: text } }),
  },
  rembg: {
    path: '/api/remove',
    photo: 'file',
    headers: byHeader,
    envelope: (status) => ({
      detail: status === 422 ? [{ type: 'value_error', loc: expect.any(Array), msg: text }] : text,
    }),
  },
}

interface Sent {
  readonly photo?: Buffer
  readonly headers?: Record<string, string>
}

describe.each(Object.entries(VENDORS))('%s', (name, { path, photo: field, headers: keyed, envelope }) => {
  const send = (key: string, { photo = PHOTO, headers = {} }: Sent = {}): Promise<LightMyRequestResponse> => {
    const body = multipart({ [field]: photo })
    return app.inject({ method: 'POST', url: path, ...body, headers: { ...body.headers, ...keyed(key), ...headers } })
  }
  const expectRefusal = (response: LightMyRequestResponse, status: number): void => {
    expect(response.json()).toEqual(envelope(status))
    expect([response.statusCode, response.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
  }
  const expectNotCharged = async (caller: Caller, credits = 1): Promise<void> => {
    expect([await caller.balance(), await caller.charges()]).toEqual([credits, []])
  }

  test('is off by default: an unknown address of ours', async () => {
    const body = multipart({ [field]: PHOTO })
    const { key } = await off.caller()
    const headers = { ...body.headers, ...keyed(key) }
    expect(errorOf(await off.inject({ method: 'POST', url: path, ...body, headers })).status).toBe(404)
  })

  test('answers with the picture, for one credit', async () => {
    const caller = await app.caller()
    const response = await send(caller.key)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
    expect(response.rawPayload).toEqual(PNG)
    expect(response.headers['content-length']).toBe(String(PNG.length))
    expect(app.engine.seen).toMatchObject([{ input: PHOTO, job: { kind: 'cutout', watermark: false } }])
    expect(await caller.charges()).toEqual([-1])
  })

  test('a repeat gets the same picture and costs nothing', async () => {
    const caller = await app.caller()
    const again = { headers: { 'idempotency-key': 'the-same' } }
    await send(caller.key, again)
    const second = await send(caller.key, again)
    expect(second.rawPayload).toEqual(PNG)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect([app.engine.seen.length, await caller.charges()]).toEqual([1, [-1]])
  })

  test.each<[what: string, error: AppError, status: number]>([
    ['a damaged image', new AppError('invalid_image', 'The image is damaged'), 400],
    ['a photo without a subject', new AppError('no_foreground', 'No foreground was found'), 400],
    ['a failure of ours', new AppError('internal', 'secret'), 500],
  ])('%s is refused and not charged', async (_what, error, status) => {
    const caller = await app.caller()
    app.engine.work = () => Promise.reject(error)
    const response = await send(caller.key)
    expectRefusal(response, status)
    expect(response.body).not.toContain('secret')
    await expectNotCharged(caller)
  })

  test('no photo is refused', async () => {
    const caller = await app.caller()
    expectRefusal(await send(caller.key, { photo: Buffer.alloc(0) }), name === 'rembg' ? 422 : 400)
    await expectNotCharged(caller)
  })

  test('a file that is too large is refused', async () => {
    const caller = await app.caller()
    const status = name === 'clipdrop' || name === 'photoroom' ? 400 : 413
    expectRefusal(await send(caller.key, { photo: Buffer.alloc(LIMIT + 1) }), status)
    await expectNotCharged(caller)
  })

  test('without credit it is refused', async () => {
    const caller = await app.caller({ credits: 0 })
    expectRefusal(await send(caller.key), 402)
    expect(app.engine.seen).toEqual([])
  })

  test('over the rate and under overload it is refused, with the time to wait', async () => {
    const throttled = await app.caller({ credits: 2, rateLimit: 1 })
    await send(throttled.key)
    const tooFast = await send(throttled.key)
    expectRefusal(tooFast, 429)
    app.engine.full = true
    const busy = await send((await app.caller()).key)
    expectRefusal(busy, 503)
    for (const { headers } of [tooFast, busy]) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a wrong key, an expired one and one without the scope are refused', async () => {
    const { accountId, keyId, key } = await app.caller()
    expectRefusal(await send(`sk_${'W'.repeat(40)}`), name === 'clipdrop' || name === 'photoroom' ? 403 : 401)
    const terms = { name: 'test', expiresAt: null, scopes: null }
    await app.db.keys.setTerms(keyId, { ...terms, expiresAt: app.now - 1 })
    expectRefusal(await send(key), name === 'clipdrop' || name === 'photoroom' ? 403 : 401)
    await app.db.keys.setTerms(keyId, { ...terms, scopes: ['account'] })
    expectRefusal(await send(key), 403)
    expect((await app.db.accounts.findById(accountId))?.balance).toBe(1)
  })

  test('the key comes before the body', async () => {
    const connection = await Connection.open(await app.listen())
    const { headers, payload } = multipart({ [field]: PHOTO })
    await connection.head({ ...headers, 'Content-Length': 40 * 1024 * 1024 }, path)
    await connection.send(payload.slice(0, 200))
    expect(await connection.status()).toBe(name === 'photoroom' ? 403 : 401)
  })

  test('a wrong method, an address below it and another encoding are refused in its words', async () => {
    const { key } = await app.caller()
    const wrong = await app.inject({ method: 'PUT', url: path })
    expectRefusal(wrong, 405)
    expect(wrong.headers.allow).toBe(name === 'rembg' ? 'GET, POST, OPTIONS' : 'POST, OPTIONS')
    expectRefusal(await app.inject({ method: 'GET', url: `${path}/more` }), 404)
    const headers = { ...keyed(key), 'content-type': 'image/png' }
    expectRefusal(
      await app.inject({ method: 'POST', url: path, headers, payload: PHOTO }),
      name === 'rembg' ? 422 : 400,
    )
  })

  test('what is not HTTP is refused in its words', async () => {
    const connection = await Connection.open(await app.listen())
    await connection.send(`POST ${path}?a=b HTTP/1.1\r\nno header\r\n\r\n`)
    expect(await connection.status()).toBe(400)
    const { received } = await eventually(() => {
      expect(connection.received).toMatch(/}$/)
      return connection
    })
    const body: unknown = JSON.parse(received.split('\r\n\r\n')[1]!)
    expect(Object.keys(body as object)).toEqual(Object.keys(envelope(400)))
  })

  test('browsers may ask', async () => {
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: path })
    expect(statusCode).toBe(204)
    const allowed = headers['access-control-allow-headers']
    for (const header of Object.keys(keyed('key'))) expect(String(allowed).toLowerCase()).toContain(header)
  })
})

test('they are not in the API document, and the other routes of /v1 keep their envelope', async () => {
  const { paths } = (await app.get('/v1/openapi.json')).json<{ paths: object }>()
  for (const { path } of Object.values(VENDORS)) expect(Object.keys(paths)).not.toContain(path)
  expect(errorOf(await app.get('/v1/segments')).status).toBe(404)
  expect(errorOf(await app.get('/api')).status).toBe(404)
})
