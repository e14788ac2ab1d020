import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type Body, errorOf, json, multipart, multipartOf, PHOTO, urlencoded, useApp } from './app.js'
import { Connection } from './connection.js'

const LIMIT = 5000
const app = useApp({ MAX_UPLOAD_BYTES: String(LIMIT), RATE_LIMIT_PER_MINUTE: '1000' })

const engineFails = (error: unknown): void => {
  app.engine.work = async () => {
    throw error
  }
}

describe('400 validation error', () => {
  const expectInvalid = (response: LightMyRequestResponse, message: string | RegExp): void => {
    const error = errorOf(response)
    expect(error).toMatchObject({ status: 400, code: 'validation error' })
    if (typeof message === 'string') expect(error.message).toBe(message)
    else expect(error.message).toMatch(message)
    expect(app.engine.seen).toEqual([])
  }

  describe('the source', () => {
    const NO_IMAGE = 'No image given: send image_file (multipart/form-data) or image_url'

    test.each<[string, Body]>([
      ['nothing at all', { payload: '', headers: {} }],
      ['multipart without image', multipart({ size: 'preview' })],
      ['an empty multipart body', { ...multipart({}), payload: '' }],
      ['a zero-byte file and an empty address', multipart({ image_file: Buffer.alloc(0), image_url: ' ' })],
      ['an empty JSON object', json({})],
      ['urlencoded without image', urlencoded({ size: 'preview' })],
    ])('missing: %s', async (_, body) => {
      expectInvalid(await (await app.caller()).post(body), NO_IMAGE)
    })

    test('both image_file and image_url', async () => {
      const answer = await (await app.caller()).remove({ image_file: PHOTO, image_url: 'https://example.com/a.jpg' })
      expectInvalid(answer, 'Give either image_file or image_url, not both')
    })

    test.each<[string, Body]>([
      ['as urlencoded text', urlencoded({ image_file: 'AAAA' })],
      ['as text in JSON', json({ image_file: 'AAAA' })],
      ['as text beside a good image_url', json({ image_file: 'AAAA', image_url: 'https://example.com/a.jpg' })],
      ['as an array in JSON', json({ image_file: ['AAAA'] })],
    ])('image_file %s', async (_, body) => {
      expectInvalid(await (await app.caller()).post(body), /^image_file must be a file, in multipart\/form-data/)
    })

    test('image_file too large', async () => {
      const answer = await (await app.caller()).remove({ image_file: Buffer.alloc(LIMIT + 1) })
      expectInvalid(answer, `image_file: the file is larger than ${LIMIT} bytes`)
    })
  })

  describe('a value', () => {
    const WHITE_OR = 'transparent, white or a colour as #RRGGBB'
    test.each([
      ['size', 'gigantic', 'one of preview, full, auto'],
      ['size', '4k', 'one of preview, full, auto'],
      ['format', 'gif', 'one of auto, png, jpg, webp, avif'],
      ['format', 'jpeg', 'one of auto, png, jpg, webp, avif'],
      ['bg_color', 'red', WHITE_OR],
      ['bg_color', '#fff', WHITE_OR],
      ['bg_color', 'ffffff', WHITE_OR],
      ['bg_color', '#12345g', WHITE_OR],
      ['bg_color', '#1234567', WHITE_OR],
      ['bg_color', 'whiteish', WHITE_OR],
      ['image_url', 'ftp://example.com/a.jpg', 'an absolute http or https URL'],
      ['image_url', 'photo.jpg', 'an absolute http or https URL'],
      ['image_url', 'http:///a.jpg', 'an absolute http or https URL'],
    ])('%s=%s is refused with what is allowed', async (name, value, allowed) => {
      const answer = await (await app.caller()).remove({ [name]: value })
      expectInvalid(answer, `${name} must be ${allowed}; got '${value}'`)
    })

    test.each([{ size: ['full'] }, { size: { full: true } }])('that is no text in JSON: %j', async (fields) => {
      const answer = await (await app.caller()).post(json({ image_url: 'https://example.com/', ...fields }))
      expectInvalid(answer, 'size must be one of preview, full, auto; got an array or an object')
    })

    test('numbers and booleans in JSON are read as their text', async () => {
      const answer = await (await app.caller()).post(json({ size: 4, format: true }))
      expectInvalid(answer, /^size must be .*; got '4'\. format must be .*; got 'true'$/)
    })

    test('every wrong one is named', async () => {
      const answer = await (await app.caller()).remove({ size: 'x', format: 'y', bg_color: 'z' })
      expectInvalid(answer, /^size must be .*\. format must be .*\. bg_color must be /)
    })

    test('a long one is not repeated in full', async () => {
      const answer = await (await app.caller()).remove({ size: 'x'.repeat(5000) })
      expectInvalid(answer, /^size must be one of preview, full, auto; got 'x{60}…'$/)
    })

    test('an image_url longer than 4096 characters', async () => {
      const answer = await (await app.caller()).remove({ image_url: `https://example.com/${'a'.repeat(4096)}` })
      expectInvalid(answer, /^image_url must be an absolute http or https URL/)
    })

    test('an Idempotency-Key longer than 255 characters', async () => {
      const answer = await (await app.caller()).remove({}, { 'idempotency-key': 'k'.repeat(256) })
      expectInvalid(answer, 'Idempotency-Key may have at most 255 characters')
    })
  })

  describe('the body', () => {
    const whole = multipart({ image_file: PHOTO })
    const CONTENT_TYPES =
      'The content type must be multipart/form-data, application/x-www-form-urlencoded or application/json'

    test.each<[string, Body, string | RegExp]>([
      ['JSON that is none', { ...json({}), payload: '{"size":' }, 'The body is not valid JSON'],
      ['JSON that is an array', json([1]), 'The JSON body must be an object'],
      ['JSON that is null', json(null), 'The JSON body must be an object'],
      ['text', { payload: 'hello', headers: { 'content-type': 'text/plain' } }, CONTENT_TYPES],
      ['a bare image', { payload: PHOTO, headers: { 'content-type': 'image/png' } }, CONTENT_TYPES],
      ['an unreadable content type', { payload: 'hello', headers: { 'content-type': 'nonsense' } }, CONTENT_TYPES],
      ['no content type', { payload: 'hello', headers: {} }, CONTENT_TYPES],
      ['multipart that breaks off in the file', { ...whole, payload: whole.payload.slice(0, 150) }, /malformed/],
      ['multipart that breaks off in a part head', { ...whole, payload: whole.payload.slice(0, 40) }, /malformed/],
      ['multipart without boundary', { ...whole, headers: { 'content-type': 'multipart/form-data' } }, /malformed/],
      ['multipart that is none', { ...whole, payload: 'hello' }, /malformed/],
      [
        'a hundred and one parts',
        multipartOf(Array.from({ length: 101 }, (_, i) => [`Content-Disposition: form-data; name="f${i}"`, 'x'])),
        'The body has more than 100 fields',
      ],
    ])('%s', async (_, body, message) => {
      expectInvalid(await (await app.caller()).post(body), message)
    })

    test('over 50 MiB by its declared length is refused before it is sent', async () => {
      const caller = await app.caller()
      const connection = await Connection.open(await app.listen())
      const { headers } = multipart({})
      await connection.head({ 'X-Api-Key': caller.key, ...headers, 'Content-Length': 50 * 1024 * 1024 + 1 })
      expect(await connection.status()).toBe(400)
      expect(connection.received).toContain('"code":"validation error","message":"The request body is larger than')
    })

    test('that is too large is refused while it is still being sent; the rest is dropped and the connection stays open', async () => {
      const caller = await app.caller()
      const connection = await Connection.open(await app.listen())
      const large = multipart({ image_file: Buffer.alloc(2_000_000) })
      await connection.head({ 'X-Api-Key': caller.key, ...large.headers, 'Content-Length': large.payload.length })
      await connection.send(large.payload.slice(0, 1_000_000))
      expect(await connection.status(1)).toBe(400)
      await connection.send(large.payload.slice(1_000_000))

      await connection.post(caller.key, multipart({ size: 'gigantic', image_file: PHOTO }))
      expect(await connection.status(2)).toBe(400)
      expect(connection.received).toContain('size must be')
    })
  })

  describe('the download', () => {
    const origin = (path = ''): string => `http://${app.originHost}/${path}`

    test.each<[string, () => string, string]>([
      ['answered with an error', () => origin('missing'), 'Failed to download image_url: status 404'],
      ['from a private address', () => 'http://127.0.0.1/', 'Failed to download image_url: the address is not public'],
      ['too large', () => origin('large'), `image_url: the file is larger than ${LIMIT} bytes`],
      ['with a password', () => 'http://a:b@example.com/', 'image_url must not contain a user name or password'],
    ])('%s', async (_, url, message) => {
      app.origin = (request, response) =>
        request.url === '/large' ? response.end(Buffer.alloc(LIMIT + 1)) : response.writeHead(404).end()
      expectInvalid(await (await app.caller()).remove({ image_url: url() }), message)
    })
  })
})

describe('401 authentication_failed', () => {
  const { headers, payload } = multipart({ image_file: PHOTO })
  const post = (key: string) =>
    app.inject({ method: 'POST', url: '/v1/remove', headers: { ...headers, 'x-api-key': key }, payload })

  test('without a key', async () => {
    const caller = await app.caller()
    const { headers, payload } = multipart({ image_file: PHOTO, api_key: caller.key })
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/remove?api_key=${caller.key}`,
      headers: { ...headers, authorization: `Bearer ${caller.key}` },
      payload,
    })
    expect(errorOf(answer)).toEqual({
      status: 401,
      code: 'authentication_failed',
      message: 'The header X-Api-Key is missing',
    })
  })

  test.each([
    ['malformed', () => 'nonsense'],
    ['unknown', () => `sk_${'A'.repeat(40)}`],
    ['with one more character', async () => `${(await app.caller()).key}A`],
    ['given twice', async () => (({ key }) => `${key}, ${key}`)(await app.caller())],
    [
      'revoked',
      async () => {
        const { key, keyId } = await app.caller()
        await app.db.keys.revoke(keyId)
        return key
      },
    ],
  ])('with a key that is %s', async (_, key) => {
    expect(errorOf(await post(await key()))).toEqual({
      status: 401,
      code: 'authentication_failed',
      message: 'The API key is not valid',
    })
  })
})

test('402 not_enough_credit: the operation costs more than the balance', async () => {
  const answer = await (await app.caller({ credits: 0 })).remove({ size: 'full' })
  expect(errorOf(answer)).toEqual({
    status: 402,
    code: 'not_enough_credit',
    message: 'This request needs 1 credit; 0 available',
  })
})

describe('404 not_found', () => {
  test.each([
    ['GET', '/v1/nope'],
    ['POST', '/v1/nope'],
    ['POST', '/v1/remove/'],
    ['GET', '/v1'],
    ['DELETE', '/nope'],
    ['GET', '/v1/%zz'],
    ['GET', '/r/%ff.png'],
    ['GET', '/r/there-is-no-such.png'],
    ['GET', `/r/${'a'.repeat(3000)}.png`],
    ['GET', '/r/..%2f..%2fsilhouette.db'],
  ] as const)('%s %s', async (method, url) => {
    const answer = await app.inject({ method, url })
    expect(errorOf(answer)).toMatchObject({ status: 404, code: 'not_found' })
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'access-control-allow-origin': '*' })
    expect(answer.headers).not.toHaveProperty('allow')
    expect(answer.headers).not.toHaveProperty('cache-control')
  })
})

describe('405 method_not_allowed', () => {
  test.each([
    ['GET', '/v1/remove', 'POST, OPTIONS'],
    ['PUT', '/v1/remove', 'POST, OPTIONS'],
    ['DELETE', '/v1/remove?a=b', 'POST, OPTIONS'],
    ['POST', '/v1/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/results/abc', 'GET, HEAD, DELETE, OPTIONS'],
  ] as const)('%s %s, with Allow', async (method, url, allowed) => {
    const answer = await app.inject({ method, url })
    const path = url.split('?')[0]
    expect(errorOf(answer)).toEqual({
      status: 405,
      code: 'method_not_allowed',
      message: `${method} is not allowed for ${path}; use ${allowed}`,
    })
    expect(answer.headers.allow).toBe(allowed)
  })
})

describe('422 invalid_image says what is wrong with the picture', () => {
  test.each([
    new AppError('invalid_image', 'The image has 31 x 31 pixels; the longest side must be at least 32'),
    new AppError('no_foreground', 'No foreground was found'),
  ])('$message', async (error) => {
    engineFails(error)
    expect(errorOf(await (await app.caller()).remove())).toEqual({
      status: 422,
      code: 'invalid_image',
      message: error.message,
    })
  })
})

test('429 throttled, with Retry-After', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  await caller.remove()
  app.now += 10_000
  const answer = await caller.remove()
  expect(errorOf(answer)).toEqual({
    status: 429,
    code: 'throttled',
    message: '1 images per minute; retry in 50 seconds',
  })
  expect(answer.headers['retry-after']).toBe('50')
})

describe('500 internal_error shows the request id and nothing else', () => {
  test.each([
    ['a bug', new TypeError('undefined is not a function at /srv/secret/path.ts')],
    ['a job past its time limit', new AppError('internal', 'The job passed its time limit', { cause: 'secret' })],
    ['a full disk', Object.assign(new Error('ENOSPC: no space left on /srv/secret'), { code: 'ENOSPC' })],
    ['a failure with a status of its own', Object.assign(new Error('secret'), { statusCode: 502 })],
  ])('%s', async (_, error) => {
    engineFails(error)
    const answer = await (await app.caller()).remove()
    expect(errorOf(answer)).toEqual({
      status: 500,
      code: 'internal_error',
      message: `Internal error; request id ${answer.headers['x-request-id']}`,
    })
  })
})

test('503 service_busy, with Retry-After', async () => {
  app.engine.full = true
  const answer = await (await app.caller()).remove()
  expect(errorOf(answer)).toEqual({ status: 503, code: 'service_busy', message: 'All workers are busy' })
  expect(answer.headers['retry-after']).toBe('7')
})

test('every error has an X-Request-Id of its own', async () => {
  const caller = await app.caller()
  const answers = [
    await app.get('/v1/nope'),
    await app.get('/v1/remove'),
    await caller.remove({ size: 'x' }),
    await caller.remove({ image_url: 'http://127.0.0.1:1/' }),
  ]
  const ids = answers.map((answer) => answer.headers['x-request-id'])
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^req_\w+$/)
})
