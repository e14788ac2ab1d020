import { expect, test } from 'vitest'
import { useApp } from './app.js'

const app = useApp()

/** What scripts in a browser may read: docs/api.md lists these headers. */
const EXPOSED = [
  'X-Credits-Charged',
  'X-Width',
  'X-Height',
  'X-Type',
  'X-Foreground-Top',
  'X-Foreground-Left',
  'X-Foreground-Width',
  'X-Foreground-Height',
  'X-Confidence',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Queue-Ahead',
  'X-Queue-Expected-Seconds',
  'Retry-After',
  'X-Request-Id',
  'X-Silhouette-Notice',
  'X-Warnings',
  'X-Photo-Faults',
  'X-Policy-Notes',
  'X-Format-Warnings',
  'X-Picture-Warnings',
  'X-Style-Recipe',
  'Idempotent-Replayed',
]

test('pages of any origin may read every answer, errors included, with all its headers', async () => {
  const caller = await app.caller({ credits: 0, rateLimit: 4 })
  const made = await caller.remove()
  const result = new URL(made.json<{ url: string }>().url).pathname
  const etag = String((await app.get(result)).headers.etag)
  const failing = async (work: () => Promise<void>) => {
    app.engine.work = work
    const answer = await caller.remove()
    app.engine.reset()
    return answer
  }
  const full = async () => {
    app.engine.full = true
    const answer = await caller.remove()
    app.engine.reset()
    return answer
  }
  const answers = {
    made,
    result: await app.get(result),
    known: await app.get(result, { 'if-none-match': etag }),
    range: await app.get(result, { range: 'bytes=0-1' }),
    outside: await app.get(result, { range: 'bytes=9999-' }),
    invalid: await caller.remove({ size: 'x' }),
    noKey: await app.inject({ method: 'POST', url: '/v1/remove' }),
    noCredit: await caller.remove({ size: 'full' }),
    notFound: await app.get('/v1/nope'),
    undecodable: await app.get('/v1/%zz'),
    outsideAll: await app.get('/nope'),
    gone: await app.get('/r/gone.png'),
    wrongMethod: await app.get('/v1/remove'),
    broken: await failing(async () => {
      throw new Error('a bug')
    }),
    busy: await full(),
    last: await caller.remove(),
    throttled: await caller.remove(),
    document: await app.get('/v1/openapi.json'),
    health: await app.get('/healthz'),
    docs: await app.get('/docs'),
    preflight: await app.inject({ method: 'OPTIONS', url: '/v1/remove' }),
  }
  const statuses = Object.values(answers).map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([
    ...[201, 200, 304, 206, 416, 400, 401, 402, 404, 404, 404, 404, 405, 500, 503, 201, 429, 200, 200, 200, 204],
  ])
  for (const [name, { headers }] of Object.entries(answers)) {
    expect(headers['access-control-allow-origin'], name).toBe('*')
    expect(String(headers['access-control-expose-headers']).split(', '), name).toEqual(EXPOSED)
    expect(headers['x-request-id'], name).toMatch(/^req_\w+$/)
  }
})

test.each(['/v1/remove', '/v1/openapi.json', '/v1/anything', '/r/result.png', '/'])(
  'a preflight request to %s needs no key and allows what clients send',
  async (url) => {
    const { statusCode, headers, body } = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, idempotency-key',
      },
    })
    expect(statusCode).toBe(204)
    expect(body).toBe('')
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'X-Api-Key, Content-Type, Accept, Idempotency-Key',
      'access-control-max-age': '86400',
    })
  },
)

test.each(['/v1/results', '/v1/results/some-id'])('a preflight request to %s allows deletion, too', async (url) => {
  const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url })
  expect(statusCode).toBe(204)
  expect(headers['access-control-allow-methods']).toBe('GET, DELETE, OPTIONS')
})

test.each(['/v1/jobs', '/v1/jobs/some-id/events'])(
  'one to %s allows deletion, and to go on after an event',
  async (url) => {
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-methods']).toBe('GET, POST, DELETE, OPTIONS')
    expect(headers['access-control-allow-headers']).toContain('Last-Event-ID')
  },
)

test('credentials of the browser are never asked for', async () => {
  const { headers } = await app.inject({ method: 'OPTIONS', url: '/v1/remove' })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})
